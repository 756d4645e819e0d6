import { Problem } from '../../lib/request/problem.ts';
import type { MinuteCounts } from './minute-counts.ts';

interface QuotaSettings {
  /** Bytes of bodies that one intake key may send in a minute, decompressed. */
  readonly bytesPerMinute: number;
  readonly counts: MinuteCounts;
}

/** Counts the bytes that intake keys send. */
export interface IntakeQuota {
  /**
   * Called with each chunk of a body as it is read, and with 0 before the first one.
   * @throws Problem `intake.too-much` once the key has sent more than its limit in this minute
   */
  readonly spend: (keyId: string, byteLength: number) => void;
}

/** The limit of bytes by intake key; it bounds the work that a key can cause. */
export function createIntakeQuota({ bytesPerMinute, counts }: QuotaSettings): IntakeQuota {
  return {
    spend: (keyId, byteLength) => {
      const { sum, restSeconds } = counts.add(`intake ${keyId}`, byteLength);
      const isOver = byteLength === 0 ? sum >= bytesPerMinute : sum > bytesPerMinute;
      if (isOver) throw new Problem('intake.too-much', { retryAfterSeconds: restSeconds });
    },
  };
}
