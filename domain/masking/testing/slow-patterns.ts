import type { OwnPattern } from '#features/protection/contract/masking-kinds.ts';

/** Patterns that take a thousand steps at each of `slowText`'s characters, as they could once be saved. */
export const slowPatterns: OwnPattern[] = Array.from({ length: 20 }, (_, place) => ({
  name: `own ${place}`,
  pattern: `(?i)(?:[;-@]{0,999})%${String.fromCodePoint(65 + place)}`,
}));

export const slowText = (length: number): string => '?'.repeat(length);
