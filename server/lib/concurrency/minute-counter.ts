interface Minute<Item> {
  readonly startMs: number;
  admitted: number;
  /** Items without a record of their own. */
  more: number;
  last: Item;
}

interface MinuteCounterOptions<Item> {
  /** Items of one key and minute that get a record of their own. */
  readonly maxEntries: number;
  /** Records how many more there were in a minute that is over, by the last of them. */
  readonly recordMore: (last: Item, more: number) => Promise<void>;
}

const minuteMs = 60_000;

/**
 * Bounds records that are never deleted, such as audit entries: the first items of a key and minute get one each, the rest
 * is one record with its number.
 */
export function createMinuteCounter<Item>({ maxEntries, recordMore }: MinuteCounterOptions<Item>) {
  const minutes = new Map<string, Minute<Item>>();
  const end = async (key: string) => {
    const ended = minutes.get(key);
    minutes.delete(key);
    if (ended && ended.more > 0) await recordMore(ended.last, ended.more);
  };
  return {
    /** Whether the caller records the item now; otherwise it is counted. */
    async admit(key: string, item: Item, now: Date): Promise<boolean> {
      const startMs = Math.floor(now.getTime() / minuteMs) * minuteMs;
      if (minutes.get(key)?.startMs !== startMs) await end(key);
      const minute = minutes.get(key) ?? { startMs, admitted: 0, more: 0, last: item };
      if (!minutes.has(key)) setTimeout(() => void end(key), minuteMs).unref();
      minutes.set(key, minute);
      minute.last = item;
      if (minute.admitted >= maxEntries) {
        minute.more += 1;
        return false;
      }
      minute.admitted += 1;
      return true;
    },
  };
}
