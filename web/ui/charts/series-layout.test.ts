import { expect, test } from 'vitest';
import { layOutSeries } from './series-layout.ts';

const toSeries = (values: number[]) => [{ key: 'days', name: 'Days', values }];

test.each(['bar', 'line', 'pie'] as const)('a %s chart of any numbers has paths without NaN', (kind) => {
  for (const values of [[0, 0], kind === 'pie' ? [3, 5] : [-5, 5], [1e300, 1], [0.1, 0.2]]) {
    const { marks } = layOutSeries({ kind, labels: ['a', 'b'], series: toSeries(values) });
    expect(marks.length).toBeGreaterThan(0);
    for (const { path } of marks) expect(path).not.toMatch(/NaN|Infinity/);
  }
});

test('at most eight labels stand below the plot, and a long one is cut', () => {
  const labels = Array.from({ length: 500 }, (_, index) => `A very long label ${index}`);
  const { axes } = layOutSeries({ kind: 'bar', labels, series: toSeries(labels.map((_, index) => index)) });
  expect(axes?.labels).toHaveLength(8);
  expect(axes?.labels[0]?.text).toBe('A very long l…');
});

test('a pie has no axes', () => {
  expect(layOutSeries({ kind: 'pie', labels: ['a'], series: toSeries([1]) }).axes).toBeUndefined();
});
