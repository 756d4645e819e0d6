export interface FairLimiter {
  /** Runs `work` when a place is free; keys that wait get the places by turns, first come, first served within a key. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Limits how many calls run at a time, so that a key with many waiting calls delays another key by one call alone.
 * @param maxOfKey the places that one key gets, also where others are free: for calls that last so long that one is too many to wait for
 */
export function createFairLimiter(maxRunning: number, maxOfKey = maxRunning): FairLimiter {
  // A map keeps the order of its keys, which is the order of their turns.
  const lines = new Map<string, Array<() => void>>();
  const running = new Map<string, number>();
  let all = 0;

  const isFree = (key: string) => all < maxRunning && (running.get(key) ?? 0) < maxOfKey;
  const count = (key: string, change: 1 | -1) => {
    const left = (running.get(key) ?? 0) + change;
    all += change;
    if (left === 0) running.delete(key);
    else running.set(key, left);
  };
  const wait = (key: string) =>
    new Promise<void>((resolve) => {
      const line = lines.get(key);
      if (line) line.push(resolve);
      else lines.set(key, [resolve]);
    });

  /** Gives a free place to the first key that may have it. */
  const passOn = () => {
    const turn = [...lines].find(([key]) => isFree(key));
    if (!turn) return;
    const [key, line] = turn;
    const next = line.shift();
    // Behind the other keys.
    lines.delete(key);
    if (line.length > 0) lines.set(key, line);
    count(key, 1);
    next?.();
  };

  return {
    async run(key, work) {
      if (isFree(key)) count(key, 1);
      else await wait(key);
      try {
        return await work();
      } finally {
        count(key, -1);
        passOn();
      }
    },
  };
}
