import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDoctorProof } from '../../lib/crypto/doctor-proof.ts';
import { openMail } from '../../app/open-mail.ts';
import { openOwnDisk } from '../../app/adapters.ts';
import { describeFailure } from '../../app/describe-failure.ts';
import type { Line } from '../../app/doctor/check.ts';
import { askPortal } from '../../app/doctor/ask-portal.ts';
import { runChecks, runCommandChecks, sortLines } from '../../app/doctor/run-checks.ts';
import { openAsItIs } from '../../database/open-for-command.ts';
import { systemClock } from '../../outside/clock.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { loadSettings, runCommand, UsageError } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('doctor', '[--wait] [--here]')}
Looks at all that the portal needs, before it starts or while it runs, and prints a line about each: ok, warning or FAULT, with what to do.
A portal of these settings that runs on this machine is asked for what it sees itself, because it may have other rights: each line says who looked.
It sends no e-mail, and changes nothing but a file that it stores and deletes. Exit code 1 where there is a fault.
  --wait  first waits for up to a minute until the portal of these settings is ready, as after a restart
  --here  asks no portal, e.g. to try settings before it is restarted with them
`;

const longestWaitMs = 60_000;

const words = { ok: 'ok', warning: 'warning', fault: 'FAULT', left: '-' } as const;

/** A finding, and who looked. */
interface Said extends Line {
  readonly by: 'portal' | 'command';
}

const print = ({ check, level, by, text }: Said) =>
  void process.stdout.write(`${words[level].padEnd(8)} ${by.padEnd(8)} ${check.padEnd(15)} ${text}\n`);

/** Wrong settings end the look, because nothing can be reached by them. */
function loadOrPrint(): ReturnType<typeof loadSettings> | undefined {
  try {
    return loadSettings('fatal');
  } catch (error) {
    print({ by: 'command', check: 'settings', level: 'fault', text: describeFailure(error) });
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
    return parseArgs({
      options: { wait: { type: 'boolean', default: false }, here: { type: 'boolean', default: false } },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Looks with the rights of this process: at all, or beside a portal at what that does not see. */
async function look({ config, secrets, log }: ReturnType<typeof loadSettings>, isBesidePortal: boolean) {
  const database = isBesidePortal ? undefined : await openAsItIs(config, { secrets, log });
  try {
    return await (isBesidePortal ? runCommandChecks : runChecks)({
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
  } finally {
    await database?.close();
  }
}

async function examine(): Promise<number> {
  const { wait, here } = readArguments();
  const settings = loadOrPrint();
  if (settings === undefined) return 1;
  const { config, secrets } = settings;
  if (wait) await waitForPortal(config.http);
  const asked = here ? undefined : await askPortal(config, { secretsKey: secrets.key, clock: systemClock });
  const own = await look(settings, asked !== undefined);
  const lines: Said[] = [
    ...(asked ?? []).map((line) => ({ ...line, by: 'portal' as const })),
    ...own.map((line) => ({ ...line, by: 'command' as const })),
  ];
  for (const line of sortLines(lines)) print(line);
  return lines.some(({ level }) => level === 'fault') ? 1 : 0;
}

await runCommand(usage, examine);
