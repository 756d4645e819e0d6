import { DatabaseUnavailable } from '../database/connection/errors.ts';

/** After a note failed; each try could wait for a server that is away. */
const pauseMs = 30_000;
let pausedUntil = 0;

/**
 * Writes that a user signed in. Such a note goes to a table that all servers of a distributed PostgreSQL copy, so that it
 * fails while one of them is away: the call goes on without it, and a later one writes it.
 * @throws what is not DatabaseUnavailable
 */
export async function noteUse(write: () => Promise<unknown>): Promise<void> {
  if (performance.now() < pausedUntil) return;
  try {
    await write();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    pausedUntil = performance.now() + pauseMs;
  }
}
