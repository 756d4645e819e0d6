import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type pg from 'pg';

const lowest = constants.priority.PRIORITY_LOW;

/**
 * Lets the server's process of a connection run when nothing else of this machine wants to, because a long read would take the
 * processor from the portal. Without effect where the server is elsewhere.
 */
export async function lowerBackend(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; isLocal: boolean }>(
    `select pid, client_addr is null as "isLocal" from pg_stat_activity where pid = pg_backend_pid()`,
  );
  const [backend] = rows;
  if (backend?.isLocal && (await isBackend(backend.pid))) await lowerPriority(backend.pid);
}

/** The number of a server in another container may be that of any process here. */
const isBackend = (pid: number) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (title) => title.startsWith('postgres: '),
    () => false,
  );

/** Linux may group processes by session, and PostgreSQL's each begin one: then the group's priority counts, not the process's. */
async function lowerPriority(pid: number): Promise<void> {
  try {
    setPriority(pid, lowest);
    await writeFile(`/proc/${pid}/autogroup`, String(lowest));
  } catch {
    // Another account, or another system.
  }
}
