import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 2;

/** The longest answer of health while `work` runs, in milliseconds. */
export async function measureStop(url: string, work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  let longestMs = 0;
  while (!isOver) {
    const startedAt = performance.now();
    await (await fetch(`${url}/api/health`)).arrayBuffer();
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await sleep(pollMs);
  }
  await done;
  return longestMs;
}
