import { withOwner } from '../database/copy/owner-connection.ts';
import { dropLog, overwriteTables } from '../database/copy/overwrite-deleted.ts';
import { listDatabaseServers } from '../database/distribution/database-servers.ts';
import type { Database } from '../database/open-database.ts';
import { overwriteErased as overwriteListed } from '../features/intake/erasure/overwrite-erased.service.ts';
import { systemClock } from '../outside/clock.ts';
import { runCommand, UsageError, withDatabase } from './run-command.ts';

const usage = `Usage: npm run erasures:overwrite
Writes all tables anew and drops the write-ahead log of before, so that no byte of what was deleted stays in the data folder,
on every server of a distributed database.
Each table is locked meanwhile: stop the portal for it, or expect it to wait.
`;

/** The tables that wait for the night once more, so that their erasures and certificates say it. */
async function finishListed(database: Database): Promise<boolean> {
  const before = systemClock.now();
  const run = await overwriteListed({ database, clock: systemClock, lockMs: 0 }, before);
  if (run?.error) process.stderr.write(`Erasures still wait: ${run.error}\n`);
  return !run?.error;
}

async function overwriteErased(): Promise<number> {
  if (process.argv.length > 2) throw new UsageError('The command has no arguments.');
  return withDatabase(async ({ database }) => {
    const servers = await listDatabaseServers(database.ownerUrl);
    for (const server of servers) {
      await withOwner(server, async (client) => {
        const tables = await overwriteTables(client);
        const isDropped = await dropLog(client);
        const place = servers.length > 1 ? `${new URL(server).host}: ` : '';
        process.stdout.write(`${place}${tables} tables are written anew.\n`);
        process.stdout.write(
          isDropped
            ? `${place}The write-ahead log of before is dropped.\n`
            : `${place}The write-ahead log is that of the database server: ask its operator for a checkpoint without wal_recycle.\n`,
        );
      });
    }
    return (await finishListed(database)) ? 0 : 1;
  });
}

await runCommand(usage, overwriteErased);
