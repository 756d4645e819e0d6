import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Closers {
  /** Remembers how to close a part that was just opened, and how long that may take. */
  add(part: string, close: () => Promise<void>, limitMs: number): void;
  /** Closes every part, the last opened first. One that fails or takes too long does not keep the others open. */
  closeAll(): Promise<void>;
}

/** What a program has opened and has to close, however far its start came. */
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
