import type { StoredFacts } from './span-facts.ts';

/** By start; of the same start always in the same order. */
export function byTime(one: StoredFacts, other: StoredFacts): number {
  return one.facts.startMs - other.facts.startMs || compareTexts(one.spanId, other.spanId);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The least of many; spread into `Math.min`, many would be too many. */
export function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}
