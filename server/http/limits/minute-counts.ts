interface Sharing {
  readonly minute: number;
  readonly keys: readonly string[];
  readonly amounts: readonly number[];
}

interface MinuteCountsOptions {
  readonly clock: { now(): Date };
  /** Adds the amounts to those of the other portals and answers the sums. */
  readonly share: (own: Sharing) => Promise<readonly { readonly key: string; readonly amount: number }[]>;
}

/** Counts by key and clock minute, of all portals on the database. */
export interface MinuteCounts {
  /** Adds an amount and answers the sum of this minute, as far as the other portals have shared theirs. */
  readonly add: (key: string, amount: number) => { readonly sum: number; readonly restSeconds: number };
}

const minuteMs = 60_000;
/** How late a portal counts what the others do. */
const shareMs = 1000;
/** Keys counted at a time, a few megabytes; the oldest is dropped first. */
const maxKeys = 20_000;

/**
 * Counts in memory, so that a count costs no trip to the database, and shares the sums once a second while there are any.
 * Without a database each portal counts for itself.
 */
export function createMinuteCounts({ clock, share }: MinuteCountsOptions): MinuteCounts {
  let minute = 0;
  let counts = new Map<string, { sum: number; unshared: number }>();
  let isSharing = false;

  const shareSums = async () => {
    const [shared, sharedMinute] = [counts, minute];
    const own = [...shared].filter(([, { unshared }]) => unshared > 0);
    const amounts = own.map(([, { unshared }]) => unshared);
    for (const [, count] of own) count.unshared = 0;
    try {
      const sums = await share({ minute: sharedMinute, keys: own.map(([key]) => key), amounts });
      for (const { key, amount } of sums) {
        const count = shared.get(key);
        if (count) count.sum = amount + count.unshared;
      }
    } catch {
      own.forEach(([, count], index) => (count.unshared += amounts[index] ?? 0));
    }
    isSharing = false;
    if ([...counts.values()].some(({ unshared }) => unshared > 0)) shareLater();
  };
  const shareLater = () => {
    if (isSharing) return;
    isSharing = true;
    setTimeout(() => void shareSums(), shareMs).unref();
  };

  return {
    add: (key, amount) => {
      const nowMs = clock.now().getTime();
      const present = Math.floor(nowMs / minuteMs);
      if (present !== minute) [minute, counts] = [present, new Map()];
      const count = counts.get(key) ?? { sum: 0, unshared: 0 };
      count.sum += amount;
      count.unshared += amount;
      counts.set(key, count);
      for (const oldest of counts.keys()) {
        if (counts.size <= maxKeys) break;
        counts.delete(oldest);
      }
      if (amount > 0) shareLater();
      return { sum: count.sum, restSeconds: Math.ceil(((present + 1) * minuteMs - nowMs) / 1000) };
    },
  };
}
