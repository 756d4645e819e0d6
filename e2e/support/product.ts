import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isReady, makeDataDir, removeFolder, startPortal } from '../../harness/portal.ts';
import { fromRoot } from '../../tools/setup/paths.mjs';
import { getRuntimePath } from '../../tools/setup/runtime.mjs';

/** The built product, running with data of its own. */
export interface Product {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the server with the pages of dist/web, an embedded database, demo data and caught mail in a new temporary
 * folder, and waits until the demo accounts can sign in. Its log is `.tmp/journeys/product.log`.
 */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = makeDataDir();
  const logPath = fromRoot('.tmp', 'journeys', 'product.log');
  mkdirSync(dirname(logPath), { recursive: true });
  rmSync(logPath, { force: true });
  try {
    const { url, pid, stop } = await startPortal({
      command: getRuntimePath(),
      args: ['--import', './server/testing/cheap-passwords.ts', 'server/main.ts'],
      dataDir,
      env: {
        // As a portal of users has them.
        DEMO_CONVERSATIONS: undefined,
        INTAKE_MIB_PER_MINUTE: undefined,
        ...process.env,
        NODE_ENV: '',
        // The people of journeys sign up from networks of their own (people.ts).
        TRUST_PROXY: '1',
        DEMO: '1',
        // With TRUST_PROXY caught mail is shown where it is wanted alone.
        OUTBOX: '1',
        RATE_LIMIT_PER_MINUTE: '100000',
        ...env,
      },
      logPath,
      // The portal answers before its demo accounts are stored.
      isStarted: isReady,
    });
    return { url, pid, dataDir, stop: () => stop().finally(() => removeFolder(dataDir)) };
  } catch (error) {
    removeFolder(dataDir);
    throw error;
  }
}
