import { join } from 'node:path';
import pg from 'pg';
import { socketUrl } from '../server/database/connection/connection.ts';
import { embeddedOwner } from '../server/database/embedded/cluster.ts';
import { findPlaces } from '../server/database/embedded/embedded-paths.ts';
import { deriveLogins } from '../server/database/tenancy/roles.ts';
import { readSecrets } from '../server/config/secrets.ts';
import type { Portal } from './portal.ts';

/** The addresses of a running portal's embedded database. */
export async function getDatabaseUrls({ dataDir }: Portal) {
  const { socket, cluster } = await findPlaces(dataDir);
  const ownerUrl = socketUrl(socket, embeddedOwner, 'steward');
  const { key } = readSecrets({ dataDir, secrets: { auth: undefined, key: undefined, olderKeys: [] } });
  return { ownerUrl, appUrl: deriveLogins(ownerUrl, key).appUrl, pidFile: join(cluster, 'postmaster.pid') };
}

/** Runs `work` as the database's owner, whom no row is hidden from. */
export async function withOwner<T>(portal: Portal, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { ownerUrl } = await getDatabaseUrls(portal);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
