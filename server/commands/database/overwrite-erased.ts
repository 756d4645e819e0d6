import { withOwner } from '../../database/copy/owner-connection.ts';
import { overwriteServer } from '../../database/copy/overwrite-deleted.ts';
import { listDatabaseServers } from '../../database/distribution/database-servers.ts';
import { recordUpkeepRun } from '../../records/upkeep-runs.repository.ts';
import { runCommand, UsageError, withDatabase } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('erasures:overwrite')}
Writes all tables anew and drops the write-ahead log of before, so that no byte of what was deleted stays in the data folder,
on every server of a distributed database.
Each table is locked meanwhile: stop the portal for it, or expect it to wait.
`;

async function overwriteErased(stop: AbortSignal): Promise<number> {
  if (process.argv.length > 2) throw new UsageError('The command has no arguments.');
  return withDatabase({ stop }, async ({ database }) => {
    const startedAt = new Date();
    const servers = await listDatabaseServers(database.ownerUrl);
    for (const server of servers) {
      const place = servers.length > 1 ? `${new URL(server).host}: ` : '';
      const { tables, isLogDropped } = await withOwner(server, (client) => overwriteServer(client), stop);
      process.stdout.write(`${place}${tables} tables are written anew.\n`);
      process.stdout.write(
        isLogDropped
          ? `${place}The write-ahead log of before is dropped.\n`
          : `${place}The write-ahead log is that of the database server: ask its operator for a checkpoint without wal_recycle.\n`,
      );
    }
    const run = { name: 'overwrite', endedAt: startedAt, faults: 0 };
    await database.inSystem('upkeep.record', (tx) => recordUpkeepRun(tx, run));
    return 0;
  });
}

await runCommand(usage, overwriteErased);
