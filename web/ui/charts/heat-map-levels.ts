/** Shades of a heat map above the empty one. */
export const levelCount = 5;

/** 0 where there is nothing; else the shade, by what part of the highest value it is. */
export function getLevel(value: number, highest: number): number {
  if (value <= 0 || highest <= 0) return 0;
  return Math.min(levelCount, Math.max(1, Math.ceil((value / highest) * levelCount)));
}
