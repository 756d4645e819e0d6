import { expect, test } from 'vitest';
import { countFittingLabels, findNearest, pickLabels, toPlot } from './scales.ts';

test('the pointer finds the nearest dot', () => {
  const dots = [{ x: 50 }, { x: 100 }, { x: 150 }];
  expect([0, 74, 76, 400].map((x) => findNearest(dots, x))).toEqual([0, 0, 1, 2]);
  expect(findNearest([{ x: 50 }], 300)).toBe(0);
  expect(findNearest([], 10)).toBeUndefined();
});

test('labels are evenly spaced, and the first or the last entry always has one', () => {
  const days = Array.from({ length: 31 }, (_, index) => index + 1);
  expect(pickLabels(days, 4, 'first')).toEqual([1, 9, 17, 25]);
  expect(pickLabels(days, 4, 'last')).toEqual([7, 15, 23, 31]);
  expect(pickLabels(days, 31, 'first')).toEqual(days);
  expect(pickLabels([], 4, 'last')).toEqual([]);
});

test('a plot without room is empty and has one label', () => {
  const plot = toPlot({ width: 0, height: 100 }, { left: 44, right: 4, top: 12, bottom: 28 });
  expect(plot).toEqual({ left: 44, right: 44, top: 12, bottom: 72 });
  expect(countFittingLabels(plot)).toBe(1);
});
