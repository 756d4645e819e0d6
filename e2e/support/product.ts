import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot, rootDir } from '../../tools/setup/paths.mjs';
import { getRuntimePath } from '../../tools/setup/runtime.mjs';

/** The built product, running with data of its own. */
export interface Product {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

const startLimitMs = 90_000;
const stopLimitMs = 20_000;
const pollMs = 50;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
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

/** The portal answers before its demo accounts are stored; the log names them once they can sign in. */
const hasDemo = (logPath: string) => readFileSync(logPath, 'utf8').includes('Demo sign-ins');

async function waitUntilReady(url: string, child: ChildProcess, logPath: string): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (!hasDemo(logPath) || !(await isHealthy(url))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      const lastLines = readFileSync(logPath, 'utf8').split('\n').slice(-20).join('\n');
      throw new Error(`The product did not start; its last lines:\n${lastLines}`);
    }
    await sleep(pollMs);
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await exited;
  clearTimeout(force);
}

/**
 * Starts the server with the pages of dist/web, an embedded database, demo data and caught mail in a new temporary
 * folder, and waits until the demo accounts can sign in. Its log is `.tmp/journeys/product.log`.
 */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'steward-journeys-'));
  // As root, the database runs under another account, which needs access to its folder.
  chmodSync(dataDir, 0o755);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const logPath = fromRoot('.tmp', 'journeys', 'product.log');
  mkdirSync(dirname(logPath), { recursive: true });
  const log = openSync(logPath, 'w');
  const child = spawn(getRuntimePath(), ['--import', './server/testing/cheap-passwords.ts', 'server/main.ts'], {
    cwd: rootDir,
    env: {
      ...process.env,
      NODE_ENV: '',
      HOST: '127.0.0.1',
      // The people of journeys sign up from networks of their own (people.ts).
      TRUST_PROXY: '1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      // With TRUST_PROXY caught mail is shown where it is wanted alone.
      OUTBOX: '1',
      RATE_LIMIT_PER_MINUTE: '100000',
      ...env,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const stop = async () => {
    await stopProcess(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(url, child, logPath);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, dataDir, stop };
}
