import { withOwner } from '../copy/owner-connection.ts';
import { isDistributed } from './distribute.ts';

/**
 * The addresses of all servers that hold rows of a database, for its owner: its own alone, or those of the coordinator, which
 * comes first, and of every worker.
 */
export function listDatabaseServers(ownerUrl: string): Promise<string[]> {
  return withOwner(ownerUrl, async (client) => {
    if (!(await isDistributed(client))) return [ownerUrl];
    const { rows } = await client.query<{ host: string }>(
      `select nodename || ':' || nodeport as host from pg_dist_node where groupid > 0 and noderole = 'primary' order by 1`,
    );
    return [ownerUrl, ...rows.map(({ host }) => Object.assign(new URL(ownerUrl), { host }).href)];
  });
}
