import pg from 'pg';
import { clientConfig } from '../connection/connection.ts';

/** A connection of the tables' owner for the time of `work`. */
export async function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(ownerUrl, 'steward copy'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    // Rolls an open transaction back.
    await client.end().catch(() => undefined);
  }
}
