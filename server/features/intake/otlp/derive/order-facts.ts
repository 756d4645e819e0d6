import type { StoredFacts } from '../map/span-facts.ts';

/**
 * By start, which some senders know to the millisecond alone; then by end, and a longer history is of a later turn. Of
 * the same always in the same order.
 */
export function byTime({ spanId, facts: one }: StoredFacts, { spanId: otherId, facts: other }: StoredFacts): number {
  return (
    one.startMs - other.startMs ||
    (one.endMs ?? Infinity) - (other.endMs ?? Infinity) ||
    one.inputs.length - other.inputs.length ||
    compareTexts(spanId, otherId)
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The least of many; spread into `Math.min`, many would be too many. */
export function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}
