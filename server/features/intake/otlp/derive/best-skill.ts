import { least } from './order-facts.ts';
import type { StoredFacts } from '../map/span-facts.ts';

/** By the best of the names; of several the first in the list. */
export function findBestSkill(facts: readonly StoredFacts[]): string | undefined {
  const named = facts.flatMap(({ facts: { skill } }) => skill ?? []);
  const bestRank = least(named.map(({ rank }) => rank));
  return named.find(({ rank }) => rank === bestRank)?.text;
}
