export interface SlotLimits {
  /** Of one key. */
  readonly ofKey: number;
  /** Of all keys. */
  readonly ofAll: number;
}

/** What lasts longer than a call, such as a download: a slot is held from its claim until it is given back. */
export interface Slots {
  /** Gives the slot back, once; undefined where the key, or all together, hold as many as they may. */
  tryClaim(key: string): (() => void) | undefined;
}

export function createSlots({ ofKey, ofAll }: SlotLimits): Slots {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    tryClaim(key) {
      const count = counts.get(key) ?? 0;
      if (count >= ofKey || all >= ofAll) return undefined;
      counts.set(key, count + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}
