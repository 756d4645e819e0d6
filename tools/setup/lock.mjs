import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot } from './paths.mjs';

const BEAT_MS = 1_000;
/** A holder that has not touched its lock for this long is gone, in whatever container it ran. */
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
    // ESRCH: the holder died. EPERM: it lives under another account. ENOENT: it has just let go, so try again.
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
 * Runs `work` while no other start or test of this clone installs or builds; waits for the other one, at most
 * ten minutes.
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
      // Somebody deleted the lock; the work itself is not harmed.
    }
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(path, { force: true });
  }
}
