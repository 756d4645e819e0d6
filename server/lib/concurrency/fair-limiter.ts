export interface FairLimiter {
  /** Runs `work` when a place is free; keys that wait get the places by turns, first come, first served within a key. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Limits how many calls run at a time, so that a key with many waiting calls delays another key by one call alone. */
export function createFairLimiter(maxRunning: number): FairLimiter {
  // A map keeps the order of its keys, which is the order of their turns.
  const lines = new Map<string, Array<() => void>>();
  let running = 0;

  const wait = (key: string) =>
    new Promise<void>((resolve) => {
      const line = lines.get(key);
      if (line) line.push(resolve);
      else lines.set(key, [resolve]);
    });

  /** Hands the place of an ended call over, so `running` stays. */
  const passOn = () => {
    const [turn] = lines;
    if (!turn) {
      running -= 1;
      return;
    }
    const [key, line] = turn;
    const next = line.shift();
    // Behind the other keys.
    lines.delete(key);
    if (line.length > 0) lines.set(key, line);
    next?.();
  };

  return {
    async run(key, work) {
      if (running < maxRunning) running += 1;
      else await wait(key);
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
