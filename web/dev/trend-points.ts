import type { BarLinePoint } from '../ui/charts/bar-line-layout.ts';
import { toCount } from './figures.ts';

/** Points of consecutive days, each with the one of the period before. */
export const toPoints = (count: number): BarLinePoint[] =>
  Array.from({ length: count }, (_, day) => ({
    key: `${day}`,
    label: `Day ${day + 1}`,
    title: `Day ${day + 1}`,
    line: toCount(day),
    bar: Math.round(toCount(day + 4) / 3),
    previous: { line: toCount(day + 2), bar: Math.round(toCount(day + 6) / 3) },
    previousTitle: `Day ${day + 1} before`,
  }));
