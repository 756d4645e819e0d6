import { getThreadMs } from '../lib/concurrency/processor-time.ts';

const tickMs = 5;

/**
 * The longest time for which some work keeps this thread, and so a portal in it, from everything else. In milliseconds of the
 * processor, because beside other tests the thread waits for one too.
 */
export async function measureLongest<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  let ms = 0;
  let sinceMs = getThreadMs();
  const note = () => {
    ms = Math.max(ms, getThreadMs() - sinceMs);
    sinceMs = getThreadMs();
  };
  const ticking = setInterval(note, tickMs);
  try {
    const result = await work();
    note();
    return { result, ms };
  } finally {
    clearInterval(ticking);
  }
}
