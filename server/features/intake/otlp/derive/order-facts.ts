import type { StoredFacts } from '../map/span-facts.ts';

/**
 * Orders by start, which some senders know to the millisecond only; then by end, and by the length of the history, which
 * grows from turn to turn; then by id.
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

/** The minimum. `Math.min(...numbers)` would overflow the stack for long lists. */
export function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}
