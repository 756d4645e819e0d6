export interface Shares {
  /**
   * Runs `work` at once.
   * @returns undefined, without having started `work`, where the key has its share already
   */
  tryRun<T>(key: string, work: () => Promise<T>): Promise<{ result: T } | undefined>;
}

export interface ShareLimits {
  /** Calls of one key. */
  readonly ofKey: number;
  /** Calls of all keys, from which on a key gets an equal share alone. */
  readonly ofAll: number;
  /** Calls that every key gets, however many keys there are. */
  readonly least: number;
}

/** Limits the calls in progress by key, such as a company: a key with few calls is let in, also where others fill the rest. */
export function createShares({ ofKey, ofAll, least }: ShareLimits): Shares {
  const counts = new Map<string, number>();
  let all = 0;
  const hasRoom = (count: number) => {
    if (count >= ofKey) return false;
    const others = count === 0 ? 1 : 0;
    return all < ofAll || count < Math.max(least, Math.floor(ofAll / (counts.size + others)));
  };
  return {
    async tryRun(key, work) {
      const count = counts.get(key) ?? 0;
      if (!hasRoom(count)) return undefined;
      counts.set(key, count + 1);
      all += 1;
      try {
        return { result: await work() };
      } finally {
        all -= 1;
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      }
    },
  };
}
