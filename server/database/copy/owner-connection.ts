import type pg from 'pg';
import { clientConfig } from '../connection/connection.ts';
import { DatabaseClient } from '../connection/database-client.ts';

/** By which `pg_stat_activity` shows these connections. */
export const copyName = 'steward copy';

/* A server that is just working notices a client that is gone only when it answers, and holds its locks until then. Some systems can not look. */
const endWithClient = (client: pg.Client) =>
  client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined);

/**
 * A connection of the tables' owner for the time of `work`.
 * @param stop cuts it: what runs on it fails, and its transaction is rolled back
 * @throws the reason of `stop`
 */
export async function withOwner<T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  stop?.throwIfAborted();
  const client = new DatabaseClient(clientConfig(ownerUrl, copyName));
  client.on('error', () => undefined);
  const cut = () => void client.end().catch(() => undefined);
  stop?.addEventListener('abort', cut);
  try {
    await client.connect();
    await endWithClient(client);
    return await work(client);
  } catch (error) {
    throw stop?.aborted ? stop.reason : error;
  } finally {
    stop?.removeEventListener('abort', cut);
    // Rolls an open transaction back.
    await client.end().catch(() => undefined);
  }
}

interface UntilSettled {
  /** Aborted with `stop`, until `settle`. */
  readonly signal: AbortSignal;
  /** Called where work can no longer be taken back, so that the rest of it is done. @throws the reason of `stop` where it came before */
  settle(): void;
}

/** Lets `stop` end work until a step that is not left half done. */
export function untilSettled(stop: AbortSignal | undefined): UntilSettled {
  const ending = new AbortController();
  const end = () => ending.abort(stop?.reason);
  if (stop?.aborted) end();
  stop?.addEventListener('abort', end);
  return {
    signal: ending.signal,
    settle: () => {
      ending.signal.throwIfAborted();
      stop?.removeEventListener('abort', end);
    },
  };
}
