import { setTimeout as sleep } from 'node:timers/promises';

interface Rate {
  readonly perSecond: number;
  readonly forMs: number;
}

/**
 * Sends at even times, whether those before are answered or not; answers what each gave, in their order.
 * @param send is given the call's place, from 0, and when it was due, as `performance.now()`
 * @throws what the first of them throws
 */
export async function sendAtRate<T>(
  { perSecond, forMs }: Rate,
  send: (place: number, dueAt: number) => Promise<T>,
): Promise<T[]> {
  const calls: Array<Promise<T>> = [];
  const startedAt = performance.now();
  const count = Math.round((forMs * perSecond) / 1000);
  while (calls.length < count) {
    const dueAt = startedAt + (calls.length * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const call = send(calls.length, dueAt);
    // One that fails while others wait for their time would end the program.
    call.catch(() => undefined);
    calls.push(call);
  }
  return Promise.all(calls);
}

/** Gives each part to the sender that is free first; `sender` is its place, from 0. */
export async function shareOut<T>(
  parts: readonly T[],
  senders: number,
  send: (part: T, sender: number) => Promise<void>,
): Promise<void> {
  const waiting = parts.values();
  await atOnce(senders, async (sender) => {
    for (const part of waiting) await send(part, sender);
  });
}

/** Calls `make` so many times at once. */
export const atOnce = <T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => make(place)));

/** Milliseconds until the work is done. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
