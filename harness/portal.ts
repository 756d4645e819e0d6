import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootDir } from '../tools/setup/paths.mjs';
import { findFreePort } from './free-port.ts';

/** A portal that runs as a program of its own. */
export interface StartedPortal {
  /** Without a slash at the end. */
  readonly url: string;
  /** Process id of the command: the server itself with Node 24, otherwise the program that started it. */
  readonly pid: number;
  /** From the start of the command until it was ready. */
  readonly startMs: number;
  /** Reads all that it has written so far. */
  readLog(): string;
  /** Stops it, by force after twenty seconds. One that has ended already is left alone. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** By default this program's own Node. */
  readonly command?: string;
  readonly args: readonly string[];
  /** By default this project. */
  readonly cwd?: string;
  /** Beside its host and port. */
  readonly env: NodeJS.ProcessEnv;
  /** Takes all that it writes, after what stands there. */
  readonly logPath: string;
  /** Asked again and again; by default whether `/api/health` answers well. */
  readonly isReady?: (started: Pick<StartedPortal, 'url' | 'readLog'>) => Promise<boolean>;
  readonly limitMs?: number;
}

const pollMs = 10;
const stopLimitMs = 20_000;

/** @throws with the end of its log where it does not become ready */
export async function startPortal(options: StartOptions): Promise<StartedPortal> {
  const { command = process.execPath, args, cwd = rootDir, env, logPath, limitMs = 90_000 } = options;
  const { isReady = ({ url }) => isGood(`${url}/api/health`) } = options;
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(logPath, 'a');
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const readLog = () => readFileSync(logPath, 'utf8');
  // An answer after the end of the program is that of another one, which has claimed the port.
  while (!(await isReady({ url, readLog })) || hasEnded(child)) {
    if (hasEnded(child) || performance.now() - startedAt > limitMs) {
      await stopProcess(child);
      throw new Error(`The portal did not start:\n${readLog().slice(-2000)}`);
    }
    await sleep(pollMs);
  }
  const startMs = performance.now() - startedAt;
  return { url, pid: child.pid ?? 0, startMs, readLog, stop: () => stopProcess(child) };
}

/** Whether an address answers with a status of success. */
export const isGood = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await exited;
  clearTimeout(force);
}
