import { expect, test } from 'vitest';
import { layOutSum } from './sum-layout.ts';
import type { SumPoint } from './sum-layout.ts';

const size = { width: 800, height: 272 };

/** A month of 30 days, of which some are past. */
function listPoints(pastDays: number, daily: number): SumPoint[] {
  return Array.from({ length: 30 }, (_, index) => {
    const sum = (index + 1) * daily;
    return {
      key: `${index}`,
      label: `${index + 1}`,
      title: `Day ${index + 1}`,
      sum: index < pastDays ? sum : undefined,
      expected: index >= pastDays - 1 ? { sum, low: sum * 0.9, high: sum * 1.1 } : undefined,
    };
  });
}

test('everything stands inside the plot, also with amounts beyond all measure', () => {
  for (const daily of [0, 0.01, 5, 9e9]) {
    const { dots, plot, gridLines, limitY } = layOutSum(listPoints(12, daily), daily * 20, size);
    for (const { x, y } of dots) {
      expect(x).toBeGreaterThanOrEqual(plot.left);
      expect(x).toBeLessThanOrEqual(plot.right);
      expect(y).toBeGreaterThanOrEqual(plot.top);
      expect(y).toBeLessThanOrEqual(plot.bottom);
    }
    expect(limitY).toBeGreaterThanOrEqual(plot.top);
    expect(gridLines.length).toBeGreaterThan(1);
  }
});

test('a limit far above everything is not drawn, and one near it makes room for itself', () => {
  expect(layOutSum(listPoints(30, 1), 1000, size).limitY).toBeUndefined();
  expect(layOutSum(listPoints(30, 1), 60, size).limitY).toBeLessThan(
    layOutSum(listPoints(30, 1), 60, size).dots[29]?.y ?? 0,
  );
  expect(layOutSum(listPoints(30, 1), null, size).limitY).toBeUndefined();
});

test('where nothing is spent the limit is drawn all the same', () => {
  expect(layOutSum(listPoints(30, 0), 100, size).limitY).toBeGreaterThan(0);
});

test('what is expected goes on from what is spent; a past month has nothing to expect', () => {
  const { sumPath, expectedPath, bandPath } = layOutSum(listPoints(12, 5), null, size);
  const last = sumPath.split('L').at(-1);
  expect(expectedPath.slice(1).split('L')[0]).toBe(last);
  expect(bandPath).not.toBe('');
  expect(layOutSum(listPoints(31, 5), null, size)).toMatchObject({ expectedPath: '', bandPath: '' });
});

test('a chart without points or room is empty and fails nobody', () => {
  expect(layOutSum([], null, size)).toMatchObject({ dots: [], sumPath: '', areaPath: '' });
  expect(layOutSum(listPoints(12, 5), 10, { width: 0, height: 272 }).labels.length).toBe(1);
});
