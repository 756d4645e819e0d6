/** Shades without the one for 0. */
export const levelCount = 5;

/** The shade of a value by its share of the highest; 0 for a value of 0. */
export function getLevel(value: number, highest: number): number {
  if (value <= 0 || highest <= 0) return 0;
  return Math.min(levelCount, Math.max(1, Math.ceil((value / highest) * levelCount)));
}
