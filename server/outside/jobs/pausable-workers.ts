export interface PausedWorker {
  readonly begin: () => Promise<unknown>;
  /** Takes no further job; those that run end. */
  readonly end: () => Promise<unknown>;
}

/** Workers that rest while they are paused. Changes of it take place one after the other. */
export function createPausableWorkers() {
  const workers: PausedWorker[] = [];
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
        workers.push(worker);
      }),
    setPaused: (isWanted: boolean) =>
      inTurn(async () => {
        if (isWanted === isPaused) return;
        isPaused = isWanted;
        for (const worker of workers) await (isWanted ? worker.end() : worker.begin());
      }),
    /** Forgets the workers, which have ended. */
    clear: () => void workers.splice(0),
  };
}
