export interface Limiter {
  /**
   * Runs `work` as soon as fewer than the allowed number run, first come, first served.
   * @param maxWaiting calls that may already wait; with 0 a call never waits
   * @returns undefined, without having started `work`, where that many wait
   */
  tryRun<T>(work: () => Promise<T>, maxWaiting: number): Promise<{ result: T } | undefined>;
}

/**
 * Limits how many calls of one kind run at a time in this process.
 * @param maxRestMs for how long, at most, the next call waits after one, which is as long as that one took: calls that follow each
 * other without an end leave half of a processor to others
 */
export function createLimiter(maxRunning: number, maxRestMs = 0): Limiter {
  const waiting: Array<() => void> = [];
  let running = 0;
  // A call that ends hands its place over, so `running` stays.
  const handOver = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    async tryRun(work, maxWaiting) {
      if (running < maxRunning) running += 1;
      else if (waiting.length >= maxWaiting) return undefined;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      const startedMs = performance.now();
      try {
        return { result: await work() };
      } finally {
        if (maxRestMs === 0) handOver();
        else setTimeout(handOver, Math.min(maxRestMs, performance.now() - startedMs)).unref();
      }
    },
  };
}

export interface KeyedLimiter {
  /** `Limiter.tryRun` among the calls with the same key. */
  tryRun<T>(key: string, work: () => Promise<T>, maxWaiting: number): Promise<{ result: T } | undefined>;
}

/** A limiter of its own for each key, such as a company; a key without calls takes no memory. `maxRestMs` as of `createLimiter`. */
export function createKeyedLimiter(maxRunning: number, maxRestMs = 0): KeyedLimiter {
  const limiters = new Map<string, { readonly limiter: Limiter; calls: number }>();
  return {
    async tryRun(key, work, maxWaiting) {
      const keyed = limiters.get(key) ?? { limiter: createLimiter(maxRunning, maxRestMs), calls: 0 };
      limiters.set(key, keyed);
      keyed.calls += 1;
      const forget = () => {
        keyed.calls -= 1;
        if (keyed.calls === 0) limiters.delete(key);
      };
      try {
        return await keyed.limiter.tryRun(work, maxWaiting);
      } finally {
        if (maxRestMs === 0) forget();
        else setTimeout(forget, maxRestMs).unref();
      }
    },
  };
}
