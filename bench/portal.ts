import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPortal as startProgram, type StartedPortal } from '../harness/portal.ts';
import { rootDir } from '../tools/setup/paths.mjs';
import { ensureWebBuild } from '../tools/setup/web-build.mjs';

/** A running product on a data folder, which stays when it stops. */
export interface Portal extends StartedPortal {
  readonly dataDir: string;
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

const pollMs = 10;

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
export async function startPortal({ dataDir, env = process.env, ...program }: StartOptions): Promise<Portal> {
  const started = await startProgram({
    ...program,
    // Two years of conversations on their way would be measured along.
    env: { DEMO_CONVERSATIONS: '0', INTAKE_MIB_PER_MINUTE: '100000', ...env, DATA_DIR: dataDir, DEMO: '1' },
    logPath: join(dataDir, 'bench.log'),
  });
  return { ...started, dataDir };
}

/** Waits until the demo companies are there, which is after the first good answer. */
export async function waitForDemo({ readLog }: Portal): Promise<void> {
  while (!readLog().includes('Demo sign-ins')) await sleep(pollMs);
}
