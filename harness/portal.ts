import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootDir } from '../tools/setup/paths.mjs';
import { ensureWebBuild } from '../tools/setup/web-build.mjs';
import { findFreePort } from './free-port.ts';

/** A portal that runs as a program of its own on a data folder, which stays when it stops. */
export interface Portal {
  /** Without a slash at the end. */
  readonly url: string;
  /** Process id of the command: the server itself with Node 24, otherwise the program that started it. */
  readonly pid: number;
  readonly dataDir: string;
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
  /** The folder of the product; by default this project. */
  readonly cwd?: string;
  readonly dataDir: string;
  /** By default this program's. Host, port and data folder are set beside; the demo companies without conversations where it does not. */
  readonly env?: NodeJS.ProcessEnv;
  /** Takes all that it writes, after what stands there; by default a file of the data folder. */
  readonly logPath?: string;
  /** Asked again and again; by default whether `/api/health` answers well. */
  readonly isStarted?: (url: string) => Promise<boolean>;
  readonly limitMs?: number;
}

/** Arguments of Node for the product as `npm start` starts it. */
export const npmStart = ['tools/start.mjs'];
/** Arguments of Node for the server alone, in the process of the command. */
export const serverAlone = ['server/main.ts'];

const pollMs = 10;
const stopLimitMs = 20_000;

/** A data folder that also the database's own account can reach, because as root it runs under another one. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'harness-data-'));
  chmodSync(folder, 0o755);
  return folder;
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/**
 * Starts the product by a command and waits until it serves.
 * @throws with the end of its log where it does not become ready
 */
export async function startPortal(options: StartOptions): Promise<Portal> {
  const { command = process.execPath, args, cwd = rootDir, dataDir, limitMs = 180_000 } = options;
  const { logPath = join(dataDir, 'portal.log'), isStarted = (asked) => isGood(`${asked}/api/health`) } = options;
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(logPath, 'a');
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd, env: toSettings(options, port), stdio: ['ignore', log, log] });
  closeSync(log);
  const readLog = () => readFileSync(logPath, 'utf8');
  // An answer after the end of the program is that of another one, which has claimed the port.
  while (!(await isStarted(url)) || hasEnded(child)) {
    if (hasEnded(child) || performance.now() - startedAt > limitMs) {
      await stopProcess(child);
      throw new Error(`The portal did not start:\n${readLog().slice(-2000)}`);
    }
    await sleep(pollMs);
  }
  const startMs = performance.now() - startedAt;
  return { url, pid: child.pid ?? 0, dataDir, startMs, readLog, stop: () => stopProcess(child) };
}

/** Two years of conversations on their way would be measured along, and the usual limit of intake would be what is measured. */
const measuredAlone = { DEMO: '1', DEMO_CONVERSATIONS: '0', INTAKE_MIB_PER_MINUTE: '100000' };

const toSettings = ({ dataDir, env = process.env }: StartOptions, port: number): NodeJS.ProcessEnv => ({
  ...measuredAlone,
  ...env,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: String(port),
});

/** Gives `work` a data folder of its own, and removes it after it. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = makeDataDir();
  try {
    return await work(dataDir);
  } finally {
    removeFolder(dataDir);
  }
}

/** Starts the product as `npm start` does, on a data folder of its own for the time of `work`, with these settings. */
export async function withNewPortal<T>(settings: NodeJS.ProcessEnv, work: (portal: Portal) => Promise<T>): Promise<T> {
  await ensureWebBuild();
  return withDataDir(async (dataDir) => {
    const portal = await startPortal({ args: npmStart, dataDir, env: { ...process.env, ...settings } });
    return work(portal).finally(portal.stop);
  });
}

/** Waits until a sign-in works, for which the demo companies are there. */
export async function waitForDemo({ url }: Pick<Portal, 'url'>): Promise<void> {
  while (!(await isReady(url))) await sleep(pollMs);
}

/** The environment of a plain shell: without what `npm run` adds and without this project's own Node. */
export function getPlainEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules|node-gyp-bin/.test(folder));
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE|INIT_CWD|COLOR|VITEST)/i.test(name));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}

/** Whether a sign-in works, at whatever level it logs. */
export const isReady = (url: string): Promise<boolean> => isGood(`${url}/api/ready`);

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
