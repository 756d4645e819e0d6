import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDoctorProof } from '../../lib/crypto/doctor-proof.ts';
import { openMail } from '../../app/open-mail.ts';
import { openOwnDisk } from '../../app/adapters.ts';
import { describeFailure } from '../../app/describe-failure.ts';
import { runChecks, type Line } from '../../app/doctor/run-checks.ts';
import { openAsItIs } from '../../database/open-for-command.ts';
import { systemClock } from '../../outside/clock.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { loadSettings, runCommand, UsageError } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('doctor', '[--wait]')}
Looks at all that the portal needs, before it starts or while it runs, and prints a line about each: ok, warning or FAULT, with what to do.
It sends no e-mail, and changes nothing but a file that it stores and deletes. Exit code 1 where there is a fault.
  --wait  first waits for up to a minute until the portal of these settings is ready, as after a restart
`;

const longestWaitMs = 60_000;

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

/** Waits until a portal that was just started answers that it is ready; one that does not is seen by the checks. */
async function waitForPortal({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/api/ready`;
  for (const deadline = Date.now() + longestWaitMs; Date.now() < deadline; await sleep(500)) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { wait: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function examine(): Promise<number> {
  const { wait } = readArguments();
  const settings = loadOrPrint();
  if (settings === undefined) return 1;
  if (wait) await waitForPortal(settings.config.http);
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
