import { Problem } from '../lib/request/problem.ts';

interface QuotaSettings {
  /** Bytes of bodies that one intake key may send in a minute, decompressed. */
  readonly bytesPerMinute: number;
  readonly clock: { now(): Date };
}

/** Counts the bytes that intake keys send. */
export interface IntakeQuota {
  /**
   * Called with each chunk of a body as it is read, and with 0 before the first one.
   * @throws Problem `intake.too-much` once the key has sent more than its limit in this minute
   */
  readonly spend: (keyId: string, byteLength: number) => void;
}

const windowMs = 60_000;
/** Keys counted at a time; the oldest is dropped first. */
const maxKeys = 20_000;

/** The limit of bytes by intake key, counted in this process; it bounds the work that a key can cause. */
export function createIntakeQuota({ bytesPerMinute, clock }: QuotaSettings): IntakeQuota {
  const windows = new Map<string, { bytes: number; readonly sinceMs: number }>();

  function findWindow(keyId: string, nowMs: number) {
    const found = windows.get(keyId);
    // A window in the future comes from a clock that was set back.
    if (found && found.sinceMs <= nowMs && nowMs < found.sinceMs + windowMs) return found;
    // Deleted first, because a map keeps the place of an existing key, and its order is the age.
    windows.delete(keyId);
    const opened = { bytes: 0, sinceMs: nowMs };
    windows.set(keyId, opened);
    for (const oldest of windows.keys()) {
      if (windows.size <= maxKeys) break;
      windows.delete(oldest);
    }
    return opened;
  }

  return {
    spend: (keyId, byteLength) => {
      const nowMs = clock.now().getTime();
      const window = findWindow(keyId, nowMs);
      window.bytes += byteLength;
      const isOver = byteLength === 0 ? window.bytes >= bytesPerMinute : window.bytes > bytesPerMinute;
      if (!isOver) return;
      const retryAfterSeconds = Math.ceil((window.sinceMs + windowMs - nowMs) / 1000);
      throw new Problem('intake.too-much', { retryAfterSeconds });
    },
  };
}
