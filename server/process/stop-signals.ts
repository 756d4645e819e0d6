/** Exit codes of shells for a program ended by a signal. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** One Ctrl-C can arrive twice: from the terminal and from npm. */
const sameStopMs = 1000;

/** Aborted by the first SIGINT or SIGTERM; a further signal after a second ends the process immediately. */
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

/** Resolves when the signal is aborted, immediately where it already is. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
