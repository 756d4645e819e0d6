import { createDoctorProof } from '../../lib/crypto/doctor-proof.ts';
import { openMail } from '../../app/open-mail.ts';
import { openOwnDisk } from '../../app/adapters.ts';
import { describeFailure } from '../../app/describe-failure.ts';
import { runChecks, type Line } from '../../app/doctor/run-checks.ts';
import { openAsItIs } from '../../database/open-for-command.ts';
import { systemClock } from '../../outside/clock.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { loadSettings, runCommand, UsageError } from '../run-command.ts';

const usage = `Usage: npm run doctor
Looks at all that the portal needs, before it starts or while it runs, and prints a line about each: ok, warning or FAULT, with what to do.
It sends no e-mail, and changes nothing but a file that it stores and deletes. Exit code 1 where there is a fault.
`;

const words = { ok: 'ok', warning: 'warning', fault: 'FAULT', left: '-' } as const;

const print = ({ check, level, text }: Line) =>
  void process.stdout.write(`${words[level].padEnd(8)} ${check.padEnd(15)} ${text}\n`);

/** Wrong settings end the look, because nothing can be reached by them. */
function loadOrPrint(): ReturnType<typeof loadSettings> | undefined {
  try {
    return loadSettings('fatal');
  } catch (error) {
    print({ check: 'settings', level: 'fault', text: describeFailure(error) });
    return undefined;
  }
}

/** Storage that can not even be opened fails at the trial. */
function toBroken(error: unknown) {
  const fail = async () => {
    throw error;
  };
  return { put: fail, find: fail, delete: fail };
}

async function examine(): Promise<number> {
  if (process.argv.length > 2) throw new UsageError('The command has no arguments.');
  const settings = loadOrPrint();
  if (settings === undefined) return 1;
  const { config, secrets, log } = settings;
  const database = await openAsItIs(config, { secrets, log });
  try {
    const lines = await runChecks({
      config,
      secrets,
      clock: systemClock,
      database,
      files: await openFiles(config).catch(toBroken),
      checkMail: openMail(config, systemClock).checkMail,
      doctorProof: createDoctorProof(secrets.key),
      readFree: openOwnDisk(config).readFree,
      isPortal: false,
    });
    for (const line of lines) print(line);
    return lines.some(({ level }) => level === 'fault') ? 1 : 0;
  } finally {
    await database?.close();
  }
}

await runCommand(usage, examine);
