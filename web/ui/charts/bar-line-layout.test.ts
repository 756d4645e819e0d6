import { expect, test } from 'vitest';
import { findNearest, layOutBarLine } from './bar-line-layout.ts';

const points = (bars: number[]) =>
  bars.map((bar, index) => ({
    key: `${index}`,
    label: `${index}`,
    title: `${index}`,
    bar,
    line: bar * 5,
    previous: { bar: 1, line: 2 },
  }));

test('everything stands inside the plot, also with numbers beyond all measure', () => {
  for (const highest of [0, 1, 3, 999, 9e15]) {
    const { bars, dots, plot } = layOutBarLine(points([0, highest, Math.floor(highest / 2)]), 600, 272);
    for (const { x, y, width, height } of bars) {
      expect(x).toBeGreaterThanOrEqual(plot.left);
      expect(x + width).toBeLessThanOrEqual(plot.right);
      expect(y).toBeGreaterThanOrEqual(plot.top);
      expect(y + height).toBeCloseTo(plot.bottom);
    }
    expect(dots.every(({ y }) => y >= plot.top && y <= plot.bottom)).toBe(true);
  }
});

test('nothing has no bar, and the least there is has one that can be seen', () => {
  const { bars } = layOutBarLine(points([0, 1, 1_000_000]), 600, 272);
  expect(bars.map(({ height }) => height >= 1)).toEqual([false, true, true]);
});

test('counts have whole grid lines', () => {
  const lines = layOutBarLine(points([0, 0]), 600, 272).gridLines;
  expect(lines.map(({ label }) => label)).toEqual(['0', '1', '2']);
});

test('labels keep apart, and the last point always has its own', () => {
  const { labels } = layOutBarLine(points(Array.from({ length: 62 }, () => 1)), 600, 272);
  expect(labels.at(-1)?.key).toBe('61');
  const gaps = labels.slice(1).map(({ x }, index) => x - (labels[index]?.x ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(60);
});

test('a chart without points or room is empty and fails nobody', () => {
  expect(layOutBarLine([], 600, 272)).toMatchObject({ bars: [], dots: [], linePath: '' });
  expect(layOutBarLine(points([1]), 0, 272).bars).toHaveLength(1);
});

test('the pointer finds the point whose place it is over', () => {
  const dots = [{ x: 50 }, { x: 100 }, { x: 150 }];
  expect([0, 74, 76, 400].map((x) => findNearest(dots, x))).toEqual([0, 0, 1, 2]);
  expect(findNearest([{ x: 50 }], 300)).toBe(0);
  expect(findNearest([], 10)).toBeUndefined();
});

test('points that are compared with nothing have no line of the previous period', () => {
  const alone = points([3, 5]).map(({ previous: _previous, ...point }) => point);
  const { previousLinePath, linePath, gridLines } = layOutBarLine(alone, 600, 272);
  expect(previousLinePath).toBe('');
  expect(linePath).not.toBe('');
  expect(gridLines.length).toBeGreaterThan(1);
});
