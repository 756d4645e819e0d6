import pg from 'pg';
import { clientConfig } from '../connection/connection.ts';

/** By which `pg_stat_activity` shows these connections. */
export const copyName = 'steward copy';

/** A connection of the tables' owner for the time of `work`. */
export async function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(ownerUrl, copyName));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    // Rolls an open transaction back.
    await client.end().catch(() => undefined);
  }
}
