import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot } from './paths.mjs';

const BEAT_MS = 1_000;
/** A lock that was not touched for this long is abandoned, also one of another container. */
const ABANDONED_MS = 15_000;
const WAIT_LIMIT_MS = 10 * 60_000;

/** @param {string} path */
function isAbandoned(path) {
  try {
    const holder = Number(readFileSync(path, 'utf8'));
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_MS) {
      return true;
    }
    if (holder > 0) {
      process.kill(holder, 0);
    }
    return false;
  } catch (error) {
    // ESRCH: the process ended. EPERM: it runs under another account. ENOENT: the lock was just released.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} path */
function tryToTake(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') {
      throw error;
    }
    return false;
  }
}

/**
 * Runs `work` while no other command installs or builds in this clone; waits at most ten minutes for the lock.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  mkdirSync(fromRoot('.tmp'), { recursive: true });
  const path = fromRoot('.tmp', 'setup.lock');
  const startedAt = Date.now();
  let hasAnnounced = false;
  while (!tryToTake(path)) {
    if (isAbandoned(path)) {
      rmSync(path, { force: true });
      continue;
    }
    if (Date.now() - startedAt > WAIT_LIMIT_MS) {
      throw new Error(`Another setup of this folder does not end. If none is running, delete ${path} and start again.`);
    }
    if (!hasAnnounced) {
      console.log('Another command is setting up this folder; waiting for it …');
      hasAnnounced = true;
    }
    await sleep(200);
  }
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // The lock file was deleted by hand; the work can continue.
    }
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(path, { force: true });
  }
}
