import type { Comparison } from '../lib/comparison.ts';

/** One of each direction. */
export const comparisons: readonly Comparison[] = [
  { direction: 'up', text: '+12%', words: '12% more than before' },
  { direction: 'down', text: '−0.4 pp', words: '0.4 percentage points less than before' },
  { direction: 'same', text: '0%', words: 'as before' },
  { direction: 'none', text: '–', words: 'nothing to compare' },
];

export const [rise, fall, same] = comparisons as [Comparison, Comparison, Comparison, Comparison];

/** A count that rises and falls over the days, the same at each load. */
export const toCount = (place: number): number => Math.round(600 + 500 * Math.sin(place / 3) + (place % 7) * 40);
