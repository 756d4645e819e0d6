import { expect, test } from 'vitest';
import { layOutBarLine } from './bar-line-layout.ts';

const points = (bars: number[]) =>
  bars.map((bar, index) => ({
    key: `${index}`,
    label: `${index}`,
    title: `${index}`,
    bar,
    line: bar * 5,
    previous: { bar: 1, line: 2 },
  }));

test('bars and dots stay inside the plot, whatever the counts', () => {
  for (const highest of [0, 1, 3, 999, 9e15]) {
    const { bars, dots, plot } = layOutBarLine(points([0, highest, Math.floor(highest / 2)]), {
      width: 600,
      height: 272,
    });
    for (const { x, y, width, height } of bars) {
      expect(x).toBeGreaterThanOrEqual(plot.left);
      expect(x + width).toBeLessThanOrEqual(plot.right);
      expect(y).toBeGreaterThanOrEqual(plot.top);
      expect(y + height).toBeCloseTo(plot.bottom);
    }
    expect(dots.every(({ y }) => y >= plot.top && y <= plot.bottom)).toBe(true);
  }
});

test('a count of 0 has no bar, and every other count one of at least a pixel', () => {
  const { bars } = layOutBarLine(points([0, 1, 1_000_000]), { width: 600, height: 272 });
  expect(bars.map(({ height }) => height >= 1)).toEqual([false, true, true]);
});

test('the bars have a scale of their own with round values at the same grid lines', () => {
  const many = points([3, 7, 12]).map((point) => ({ ...point, line: point.bar * 40 }));
  const { bars, barTicks, gridLines, plot } = layOutBarLine(many, { width: 600, height: 272 });
  expect(gridLines.map(({ text }) => text)).toEqual(['0', '100', '200', '300', '400', '500']);
  expect(barTicks.map(({ y, text }) => [y, text])).toEqual(gridLines.map(({ y }, index) => [y, `${index * 5}`]));
  expect(Math.max(...bars.map(({ height }) => height))).toBeGreaterThan((plot.bottom - plot.top) / 3);
});

test('grid lines stand at whole counts', () => {
  const lines = layOutBarLine(points([0, 0]), { width: 600, height: 272 }).gridLines;
  expect(lines.map(({ text }) => text)).toEqual(['0', '1', '2']);
});

test('labels do not touch, and the last point always has one', () => {
  const { labels } = layOutBarLine(points(Array.from({ length: 62 }, () => 1)), { width: 600, height: 272 });
  expect(labels.at(-1)?.key).toBe('61');
  const gaps = labels.slice(1).map(({ x }, index) => x - (labels[index]?.x ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(60);
});

test('a chart without points or room is empty', () => {
  expect(layOutBarLine([], { width: 600, height: 272 })).toMatchObject({ bars: [], dots: [], linePath: '' });
  expect(layOutBarLine(points([1]), { width: 0, height: 272 }).bars).toHaveLength(1);
});

test('points without a previous period have no line of it', () => {
  const alone = points([3, 5]).map(({ previous: _previous, ...point }) => point);
  const { previousLinePath, linePath, gridLines } = layOutBarLine(alone, { width: 600, height: 272 });
  expect(previousLinePath).toBe('');
  expect(linePath).not.toBe('');
  expect(gridLines.length).toBeGreaterThan(1);
});
