/** What a shell reports for a program that the signal ended. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Aborted by the first SIGINT or SIGTERM; the second one ends the process at once. */
export function catchStopSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(exitCodes[signal]);
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
