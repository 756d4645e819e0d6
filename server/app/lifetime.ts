import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DatabaseUnavailable, toDatabaseError } from '../database/connection/errors.ts';

export interface Closers {
  /** Registers how to close an opened part, and the time limit. */
  add(part: string, close: () => Promise<void>, limitMs: number): void;
  /** Closes every part in reverse order; logs errors and exceeded time limits, and continues. */
  closeAll(): Promise<void>;
}

/** Collects what a program has opened, so that a failed start closes it too. */
export function createClosers(log: Logger): Closers {
  const opened: Array<{ part: string; close: () => Promise<void>; limitMs: number }> = [];
  return {
    add: (part, close, limitMs) => void opened.push({ part, close, limitMs }),
    closeAll: async () => {
      for (let last = opened.pop(); last; last = opened.pop()) {
        const { part, close, limitMs } = last;
        try {
          const isClosed = await Promise.race([close().then(() => true), sleep(limitMs, false, { ref: false })]);
          if (!isClosed) log.warn({ part, limitMs }, 'not closed in time');
        } catch (error) {
          log.error({ err: error, part }, 'not closed');
        }
      }
    },
  };
}

/** Exit codes of shells for a program ended by a signal. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export type StopSignal = keyof typeof exitCodes;

/** Why a program ends before its work does. */
export class Stopped extends Error {
  override name = 'Stopped';
  readonly signal: StopSignal;

  constructor(signal: StopSignal) {
    super(`Stopped by ${signal}.`);
    this.signal = signal;
  }

  /** Ends this process by the signal, as without a listener: an exit would wait for calls of the file system that never end. */
  endProcess(): void {
    process.removeAllListeners(this.signal);
    process.kill(process.pid, this.signal);
  }
}

/** One Ctrl-C can arrive twice: from the terminal and from npm. */
const sameStopMs = 1000;

/** Aborted by the first of the signals, which its reason `Stopped` names; a further signal after a second ends the process immediately. */
export function catchStopSignals(signals: readonly StopSignal[] = ['SIGINT', 'SIGTERM']): AbortSignal {
  const stop = new AbortController();
  let stoppedAt = 0;
  for (const signal of signals) {
    process.on(signal, () => {
      if (stop.signal.aborted && performance.now() - stoppedAt > sameStopMs) process.exit(exitCodes[signal]);
      if (stop.signal.aborted) return;
      stoppedAt = performance.now();
      stop.abort(new Stopped(signal));
    });
  }
  return stop.signal;
}

/** Resolves when the signal is aborted, immediately where it already is. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The result of `work`, unless the signal is aborted before. @throws the reason of the signal */
export async function untilStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  const end = untilAborted(stop).then((): never => {
    throw stop.reason;
  });
  // It may come after the work, where nothing awaits it any more.
  end.catch(() => undefined);
  return Promise.race([work, end]);
}

const repeatMs = 500;

/** Repeats `work` while the database is away, or another portal that starts holds what `work` needs, until the stop. */
export async function repeatWhileUnavailable(work: () => Promise<void>, stop: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(toDatabaseError(error) instanceof DatabaseUnavailable)) throw error;
      await sleep(repeatMs, undefined, { signal: stop });
    }
  }
}
