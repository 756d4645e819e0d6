import { openServerBeside } from '../../database/open-for-command.ts';
import { openShell } from '../../database/shell.ts';
import { loadSettings, runCommand, UsageError } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('db')}
Opens a shell on the portal's database as its owner, who is held by no wall: psql where it is installed, else one statement a
line. Also while the portal runs.
`;

async function openOwnShell(stop: AbortSignal): Promise<number> {
  if (process.argv.length > 2) throw new UsageError('The command has no arguments.');
  const { config, secrets, log } = loadSettings();
  const { ownerUrl, close } = await openServerBeside(config, { secretsKey: secrets.key, log });
  try {
    return await openShell(ownerUrl, stop);
  } finally {
    await close();
  }
}

// Ctrl-C is for the shell.
await runCommand(usage, openOwnShell, ['SIGTERM']);
