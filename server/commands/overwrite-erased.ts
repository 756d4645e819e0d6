import { systemClock } from '../outside/clock.ts';
import { overwriteAll } from './overwrite-all.ts';
import { runCommand, UsageError, withDatabase } from './run-command.ts';

const usage = `Usage: npm run erasures:overwrite
Writes all tables anew and drops the write-ahead log of before, so that no byte of what was deleted stays in the data folder,
on every server of a distributed database.
Each table is locked meanwhile: stop the portal for it, or expect it to wait.
`;

async function overwriteErased(): Promise<number> {
  if (process.argv.length > 2) throw new UsageError('The command has no arguments.');
  return withDatabase(async ({ database }) => {
    const write = (line: string) => void process.stdout.write(`${line}\n`);
    const failure = await overwriteAll({ database, clock: systemClock, write });
    if (failure !== undefined) process.stderr.write(`Erasures still wait: ${failure}\n`);
    return failure === undefined ? 0 : 1;
  });
}

await runCommand(usage, overwriteErased);
