export interface PausedWorker {
  readonly begin: () => Promise<unknown>;
  /** Takes no further job; those that run end. */
  readonly end: () => Promise<unknown>;
}

/** Workers that rest while they are paused. Changes of it take place one after the other. */
export function createPausableWorkers() {
  const workers: Array<{ readonly worker: PausedWorker; isResting: boolean }> = [];
  let isPaused = false;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async (change: () => Promise<void>): Promise<void> => {
    const next = last.then(change);
    last = next.catch(() => undefined);
    await next;
  };
  return {
    add: (worker: PausedWorker) =>
      inTurn(async () => {
        if (!isPaused) await worker.begin();
        workers.push({ worker, isResting: isPaused });
      }),
    /** Does again what failed of it before, and leaves workers that are as wanted. */
    setPaused: (isWanted: boolean) =>
      inTurn(async () => {
        isPaused = isWanted;
        for (const each of workers) {
          if (each.isResting === isWanted) continue;
          await (isWanted ? each.worker.end() : each.worker.begin());
          each.isResting = isWanted;
        }
      }),
    /** Forgets the workers, which have ended. */
    clear: () => void workers.splice(0),
  };
}
