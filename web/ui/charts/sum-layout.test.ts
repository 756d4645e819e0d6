import { expect, test } from 'vitest';
import { layOutSum, type SumPoint } from './sum-layout.ts';

const layOut = (points: SumPoint[], limit: number | null, width = 800) =>
  layOutSum(points, { limit, formatTick: String }, { width, height: 272 });

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

test('dots and limit stay inside the plot, whatever the amounts', () => {
  for (const daily of [0, 0.01, 5, 9e9]) {
    const { dots, plot, gridLines, limitY } = layOut(listPoints(12, daily), daily * 20);
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

test('a limit far above every sum is not drawn, and a nearer one stands above them', () => {
  expect(layOut(listPoints(30, 1), 1000).limitY).toBeUndefined();
  expect(layOut(listPoints(30, 1), 60).limitY).toBeLessThan(layOut(listPoints(30, 1), 60).dots[29]?.y ?? 0);
  expect(layOut(listPoints(30, 1), null).limitY).toBeUndefined();
});

test('the limit is drawn where nothing is spent', () => {
  expect(layOut(listPoints(30, 0), 100).limitY).toBeGreaterThan(0);
});

test('the expected sums begin at the last known one, and a past month has none', () => {
  const { sumPath, expectedPath, bandPath } = layOut(listPoints(12, 5), null);
  const last = sumPath.split('L').at(-1);
  expect(expectedPath.slice(1).split('L')[0]).toBe(last);
  expect(bandPath).not.toBe('');
  expect(layOut(listPoints(31, 5), null)).toMatchObject({ expectedPath: '', bandPath: '' });
});

test('a chart without points or room is empty', () => {
  expect(layOut([], null)).toMatchObject({ dots: [], sumPath: '', areaPath: '' });
  expect(layOut(listPoints(12, 5), 10, 0).labels.length).toBe(1);
});
