import { withOwner } from '../database/copy/owner-connection.ts';
import { dropLog, overwriteTables } from '../database/copy/overwrite-deleted.ts';
import { runCommand, UsageError, withDatabase } from './run-command.ts';

const usage = `Usage: npm run erasures:overwrite
Writes all tables anew and drops the write-ahead log of before, so that no byte of what was deleted stays in the data folder.
Each table is locked meanwhile: stop the portal for it, or expect it to wait.
`;

async function overwriteErased(): Promise<number> {
  if (process.argv.length > 2) throw new UsageError('The command has no arguments.');
  return withDatabase(({ database }) =>
    withOwner(database.ownerUrl, async (client) => {
      const tables = await overwriteTables(client);
      const isDropped = await dropLog(client);
      process.stdout.write(`${tables} tables are written anew.\n`);
      process.stdout.write(
        isDropped
          ? 'The write-ahead log of before is dropped.\n'
          : 'The write-ahead log is that of the database server: ask its operator for a checkpoint without wal_recycle.\n',
      );
      return 0;
    }),
  );
}

await runCommand(usage, overwriteErased);
