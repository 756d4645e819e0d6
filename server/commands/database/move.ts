import { parseArgs } from 'node:util';
import { describeFailure } from '../../app/describe-failure.ts';
import { moveDatabase, openForWrites, type Moved } from '../../database/copy/move-database.ts';
import { withOwner } from '../../database/copy/owner-connection.ts';
import { openServerBeside } from '../../database/open-for-command.ts';
import { deriveLogins } from '../../database/tenancy/roles.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { CommandFailed, loadSettings, runCommand, UsageError } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('move', '--to postgresql://OWNER:PASSWORD@HOST/DATABASE')}
       ${toCommandLine('move', '--undo')}
Moves the embedded database into an empty one of a PostgreSQL server, while the portal runs. At its end the portal
answers 503 to what writes, until it is started with DATABASE_URL. Files and keys stay where they are.
  --undo  lets the embedded database be written again after a move
`;

function parseArguments() {
  const options = {
    to: { type: 'string' },
    undo: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  if ((values.to === undefined) !== values.undo) throw new UsageError('Name the address, or --undo.');
  if (values.to !== undefined && !/^postgres(ql)?:$/.test(URL.parse(values.to)?.protocol ?? ''))
    throw new UsageError('--to must be an address like postgresql://user:password@host:5432/steward.');
  return values;
}

function describeMove({ tables, rows, changedRows, deniedSeconds }: Moved): string {
  return [
    `Moved ${rows} rows of ${tables} tables; number and sum of the rows of each are the same at both ends.`,
    `${changedRows} were written while the others were copied. Writes were denied for ${deniedSeconds.toFixed(1)} s so far.`,
    'Now set DATABASE_URL to that address, keep DATA_DIR (keys, files), and start the portal anew.',
    '',
  ].join('\n');
}

/** A wrong address is refused by the name of the argument, before anything is read. */
async function reachTarget(to: string): Promise<void> {
  try {
    await withOwner(to, () => Promise.resolve());
  } catch (error) {
    throw new CommandFailed(describeFailure(error, [], '--to'), { cause: error });
  }
}

async function move(stop: AbortSignal): Promise<number> {
  const { to } = parseArguments();
  const { config, secrets, log } = loadSettings('error');
  if (config.database.kind === 'url')
    throw new CommandFailed('Only the embedded database is moved: unset DATABASE_URL.');
  const server = await openServerBeside(config, { secretsKey: secrets.key, log });
  try {
    if (to === undefined) {
      await openForWrites(server.ownerUrl);
      process.stdout.write(
        'The embedded database can be written again. Start the portal without DATABASE_URL, unless it still runs.\n',
      );
      return 0;
    }
    await reachTarget(to);
    const moved = await moveDatabase({
      ownerUrl: server.ownerUrl,
      target: { ownerUrl: to, logins: deriveLogins(to, secrets.key) },
      installations: [installJobs],
      log,
      onCopied: (rows) =>
        void process.stdout.write(
          `Copied ${rows} rows. What was written meanwhile follows; writes are denied for the last of it …\n`,
        ),
      stop,
    });
    process.stdout.write(describeMove(moved));
    return 0;
  } finally {
    await server.close();
  }
}

await runCommand(usage, move);
