import type { LoadedFacts } from '../map/span-facts.ts';

/**
 * Orders by start, which some senders know to the millisecond only; then by end, and by the length of the history, which
 * grows from turn to turn; events of one span by export and place in it; then by id.
 */
export function byTime(one: LoadedFacts, other: LoadedFacts): number {
  return (
    one.facts.startMs - other.facts.startMs ||
    (one.facts.endMs ?? Infinity) - (other.facts.endMs ?? Infinity) ||
    one.facts.inputs.length - other.facts.inputs.length ||
    comparePlaces(one, other) ||
    compareTexts(one.spanId, other.spanId)
  );
}

function comparePlaces(one: LoadedFacts, other: LoadedFacts): number {
  const { place, parent } = one.facts;
  const { place: otherPlace, parent: otherParent } = other.facts;
  if (place === undefined || otherPlace === undefined || parent !== otherParent) return 0;
  return one.receivedMs - other.receivedMs || place - otherPlace;
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The minimum. `Math.min(...numbers)` would overflow the stack for long lists. */
export function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}
