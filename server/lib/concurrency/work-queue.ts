export interface WorkQueue {
  /**
   * Runs `work` once fewer than the allowed number run, first come, first served.
   * @param maxWaiting how many may wait already; the caller knows what waiting is worth to it
   * @returns undefined, without having started, where more wait
   */
  tryRun<T>(work: () => Promise<T>, maxWaiting: number): Promise<{ result: T } | undefined>;
}

/** Bounds how much of one kind of costly work is done at a time in this process. */
export function createWorkQueue(maxRunning: number): WorkQueue {
  const waiting: Array<() => void> = [];
  let running = 0;
  return {
    async tryRun(work, maxWaiting) {
      if (running < maxRunning) running += 1;
      else if (waiting.length >= maxWaiting) return undefined;
      // Whoever ends hands its place over, so `running` stays as it is.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return { result: await work() };
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
