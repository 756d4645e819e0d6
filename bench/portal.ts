import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootDir } from '../tools/setup/paths.mjs';
import { ensureWebBuild } from '../tools/setup/web-build.mjs';

/** A running product. */
export interface Portal {
  /** Without a slash at the end. */
  readonly url: string;
  /** Process id of the command: the server itself with Node 24, otherwise the program that started it. */
  readonly pid: number;
  readonly dataDir: string;
  /** From the start of the command to the first good answer of `/api/health`. */
  readonly startMs: number;
  /** Stops it; the data folder stays. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The folder of the product. */
  readonly cwd: string;
  readonly dataDir: string;
  readonly limitMs?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** By process, because two runs at once would find the same port free before either listens. */
const firstPort = 6001 + (process.pid % 400) * 10;
const pollMs = 10;
const stopLimitMs = 20_000;

/** A data folder that also the database's own account can reach. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'));
  chmodSync(folder, 0o755);
  return folder;
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Starts the product as `npm start` does, on a data folder of its own for the time of `work`, with these settings. */
export async function withNewPortal<T>(settings: NodeJS.ProcessEnv, work: (portal: Portal) => Promise<T>): Promise<T> {
  await ensureWebBuild();
  const dataDir = makeDataDir();
  try {
    const program = { command: process.execPath, args: ['tools/start.mjs'], cwd: rootDir };
    const portal = await startPortal({ ...program, dataDir, env: { ...process.env, ...settings } });
    try {
      return await work(portal);
    } finally {
      await portal.stop();
    }
  } finally {
    removeFolder(dataDir);
  }
}

/** The environment of a plain shell: without what `npm run` adds and without this project's own Node. */
export function getPlainEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules|node-gyp-bin/.test(folder));
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE|INIT_CWD|COLOR|VITEST)/i.test(name));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}

/** Starts the product by a command and waits until it serves. What it writes goes to `DATA_DIR/bench.log`. */
export async function startPortal(options: StartOptions): Promise<Portal> {
  const { command, args, cwd, dataDir, limitMs = 90_000, env = process.env } = options;
  const port = await findFreePort(firstPort);
  const url = `http://127.0.0.1:${port}`;
  const logPath = join(dataDir, 'bench.log');
  const log = openSync(logPath, 'a');
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd,
    // Two years of conversations on their way would be measured along.
    env: {
      DEMO_CONVERSATIONS: '0',
      INTAKE_MIB_PER_MINUTE: '100000',
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const deadline = startedAt + limitMs;
  // An answer after the end of the program is that of another one, which has claimed the port.
  while (!(await isHealthy(url)) || child.exitCode !== null) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stopProcess(child);
      throw new Error(`The product did not start:\n${readFileSync(logPath, 'utf8').slice(-2000)}`);
    }
    await sleep(pollMs);
  }
  const startMs = performance.now() - startedAt;
  return { url, pid: child.pid ?? 0, dataDir, startMs, stop: () => stopProcess(child) };
}

/** Waits until the demo companies are there, which is after the first good answer. */
export async function waitForDemo({ dataDir }: Portal): Promise<void> {
  while (!readFileSync(join(dataDir, 'bench.log'), 'utf8').includes('Demo sign-ins')) await sleep(pollMs);
}

async function findFreePort(port: number): Promise<number> {
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return findFreePort(port + 1);
  server.close();
  await once(server, 'close');
  return port;
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok;
  } catch {
    return false;
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await exited;
  clearTimeout(force);
}
