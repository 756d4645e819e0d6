import { constants, fstatSync, openSync } from 'node:fs';
import pino from 'pino';

/** Lines that wait for a reader of standard output, in bytes; further ones are dropped. */
const maxWaiting = 16 * 1024 * 1024;

/**
 * Opens the log's output, which is standard output. A write never waits for the reader: one that is gone, or stops reading, loses
 * lines, but delays neither the portal nor its end.
 */
export function openLogOutput() {
  let isEnding = false;
  const destination = pino.destination({
    dest: openStandardOutput(),
    // Lines are flushed five times a second and at exit, because a write for each request costs too much.
    sync: false,
    minLength: 8192,
    periodicFlush: 200,
    maxLength: maxWaiting,
    retryEAGAIN: () => !isEnding,
  });
  destination.on('error', () => undefined);
  return {
    destination,
    /** Writes what is left, as far as it is read. */
    end(): void {
      isEnding = true;
      try {
        destination.flushSync();
      } catch {
        // No one reads it, and the flush at exit would wait for that.
        destination.destroy();
      }
    },
  };
}

/**
 * Opened anew, so that a write to a full pipe or a stopped terminal fails instead of waiting, and other programs on the same pipe
 * are left as they are. Where that is not possible (sockets, another system, an owner of another name) it is the one given.
 */
function openStandardOutput(): number {
  try {
    const kind = fstatSync(1);
    if (kind.isFIFO() || kind.isCharacterDevice()) {
      return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    }
  } catch {
    // Closed, or not to be opened.
  }
  return 1;
}
