import { withOwner } from '../database/copy/owner-connection.ts';
import { dropLog, overwriteTables } from '../database/copy/overwrite-deleted.ts';
import { listDatabaseServers } from '../database/distribution/database-servers.ts';
import type { Database } from '../database/open-database.ts';
import { overwriteErased } from '../features/intake/erasure/overwrite-erased.service.ts';
import type { Clock } from '../outside/clock.ts';

interface OverwriteAll {
  readonly database: Database;
  readonly clock: Clock;
  write(line: string): void;
}

/**
 * Writes all tables of every server anew, and then those once more that wait for the night, so that their erasures and
 * certificates say it.
 * @returns why erasures still wait, if they do
 */
export async function overwriteAll({ database, clock, write }: OverwriteAll): Promise<string | undefined> {
  const servers = await listDatabaseServers(database.ownerUrl);
  for (const server of servers) {
    await withOwner(server, async (client) => {
      const place = servers.length > 1 ? `${new URL(server).host}: ` : '';
      write(`${place}${await overwriteTables(client)} tables are written anew.`);
      write(
        (await dropLog(client))
          ? `${place}The write-ahead log of before is dropped.`
          : `${place}The write-ahead log is that of the database server: ask its operator for a checkpoint without wal_recycle.`,
      );
    });
  }
  const run = await overwriteErased({ database, clock, lockMs: 0 }, clock.now());
  return run?.error ?? undefined;
}
