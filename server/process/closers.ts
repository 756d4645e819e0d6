import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

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
