import type { WatchedUsage } from '#features/dashboard/contract/live.ts';

/** The newest value of the stream of a month. */
export interface LiveUsage {
  /** A portal of an earlier release sends the usage alone. */
  readonly value: Partial<WatchedUsage>;
  readonly receivedAt: number;
}

/** A part of the month as it was sent, where that is newer than its own answer. */
export function pickNewer<Value>(
  { data, dataUpdatedAt }: { readonly data: Value | undefined; readonly dataUpdatedAt: number },
  live: LiveUsage | undefined,
  pick: (value: LiveUsage['value']) => Value | undefined,
): Value | undefined {
  const isNewer = data !== undefined && live !== undefined && live.receivedAt > dataUpdatedAt;
  return (isNewer ? pick(live.value) : undefined) ?? data;
}
