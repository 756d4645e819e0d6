/** What a shell reports for a program that the signal ended. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** One Ctrl-C arrives more than once: from the terminal, and from the npm that started the process. */
const sameStopMs = 1000;

/** Aborted by the first SIGINT or SIGTERM; another one, after a second, ends the process at once. */
export function catchStopSignals(): AbortSignal {
  const stop = new AbortController();
  let stoppedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted && performance.now() - stoppedAt > sameStopMs) process.exit(exitCodes[signal]);
      if (stop.signal.aborted) return;
      stoppedAt = performance.now();
      stop.abort();
    });
  }
  return stop.signal;
}

/** Resolves with the abort, also where it was before. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
