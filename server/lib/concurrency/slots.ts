export interface SlotLimits {
  /** Slots of one key at most. */
  readonly ofKey: number;
  /** Slots of all keys at most. */
  readonly ofAll: number;
}

/**
 * Limits work that lasts longer than a call, such as a download: a slot is held from its claim until it is given back.
 */
export interface Slots {
  /**
   * Gives the slot back, once; undefined where the key, or all together, hold as many as they may. The last third is dealt in equal
   * shares, so that keys with few slots get one where others hold the rest; those that were refused come before others.
   */
  tryClaim(key: string): (() => void) | undefined;
  /** Whether a key without a slot was refused one a moment ago. */
  isWanted(): boolean;
}

/** Milliseconds in which a refused key asks again. */
const refusedMs = 20_000;

export function createSlots({ ofKey, ofAll }: SlotLimits): Slots {
  const counts = new Map<string, number>();
  /** Keys that were refused for want of slots, in their order, and until when that counts. */
  const refused = new Map<string, number>();
  const reserve = Math.ceil(ofAll / 3);
  let all = 0;

  const listRefused = () => {
    const now = performance.now();
    for (const [key, until] of refused) if (until <= now) refused.delete(key);
    return [...refused.keys()];
  };
  const isFree = (key: string, count: number) => {
    const waiting = listRefused();
    const before = refused.has(key) ? waiting.indexOf(key) : waiting.length;
    const free = ofAll - all;
    if (before >= free) return false;
    return free > reserve || count < Math.max(1, Math.floor(reserve / (counts.size + 1)));
  };
  const giveBack = (key: string) => {
    all -= 1;
    const left = (counts.get(key) ?? 1) - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  };

  return {
    isWanted: () => listRefused().length > 0,
    tryClaim(key) {
      const count = counts.get(key) ?? 0;
      if (count >= ofKey) return undefined;
      if (!isFree(key, count)) {
        if (count === 0 && !refused.has(key)) refused.set(key, performance.now() + refusedMs);
        return undefined;
      }
      refused.delete(key);
      counts.set(key, count + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (isHeld) giveBack(key);
        isHeld = false;
      };
    },
  };
}
