import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/*
 * Preloaded into a measured portal (`bench/probed-portal.ts`): answers each connection with the longest pieces of the main thread's
 * work since the one before. A piece is what runs between two looks of a timer, so that it is what other requests wait for.
 */

const lookMs = 2;
const address = process.env['LOOP_PROBE'];

if (isMainThread && address !== undefined) {
  let [longestMs, longestWorkMs] = [0, 0];
  let lookedAt = performance.now();
  let workedUs = getWorkUs();
  const sumFromUs = { value: workedUs };
  setInterval(() => {
    const [now, work] = [performance.now(), getWorkUs()];
    longestMs = Math.max(longestMs, now - lookedAt);
    longestWorkMs = Math.max(longestWorkMs, (work - workedUs) / 1000);
    [lookedAt, workedUs] = [now, work];
  }, lookMs).unref();
  rmSync(address, { force: true });
  createServer((socket) => {
    const workMs = (getWorkUs() - sumFromUs.value) / 1000;
    socket.end(JSON.stringify({ longestMs, longestWorkMs, workMs }));
    [longestMs, longestWorkMs, sumFromUs.value] = [0, 0, getWorkUs()];
  })
    .listen(address)
    .unref();
}

function getWorkUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
