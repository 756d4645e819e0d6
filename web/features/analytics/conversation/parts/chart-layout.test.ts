import { expect, test } from 'vitest';
import { findChartData, layOutChart } from './chart-layout.ts';

const series = (values: number[]) => ({ name: 'Days', values });

test('a chart is understood with labels and series of the same length', () => {
  const labels = ['May', 'June'];
  expect(findChartData({ type: 'chart', labels, series: [series([1, 2])] })?.kind).toBe('bar');
  expect(findChartData({ type: 'chart', labels, series: [series([1])] })).toBeUndefined();
  expect(findChartData({ type: 'chart', labels, series: [] })).toBeUndefined();
  expect(findChartData({ type: 'chart', labels: [], series: [series([])] })).toBeUndefined();
  expect(findChartData({ type: 'chart', title: 'Only a title' })).toBeUndefined();
});

test('a pie is one series without anything below zero; otherwise it is bars', () => {
  const labels = ['a', 'b'];
  expect(findChartData({ type: 'chart', kind: 'pie', labels, series: [series([1, 2])] })?.kind).toBe('pie');
  expect(findChartData({ type: 'chart', kind: 'pie', labels, series: [series([-1, 2])] })?.kind).toBe('bar');
});

test.each(['bar', 'line', 'pie'] as const)('a %s chart is drawn whatever its numbers are', (kind) => {
  for (const values of [
    [0, 0],
    [-5, 5],
    [1e300, 1],
    [0.1, 0.2],
  ]) {
    const data = findChartData({ type: 'chart', kind, labels: ['a', 'b'], series: [series(values)] });
    const { marks } = layOutChart(data!);
    expect(marks.length).toBeGreaterThan(0);
    for (const { path } of marks) expect(path).not.toMatch(/NaN|Infinity/);
  }
});

test('of many labels as many are written as fit, and a long one is cut', () => {
  const labels = Array.from({ length: 500 }, (_, index) => `A very long label ${index}`);
  const data = findChartData({ type: 'chart', labels, series: [series(labels.map((_, index) => index))] });
  const layout = layOutChart(data!);
  expect(layout.labels).toHaveLength(8);
  expect(layout.labels[0]?.text).toBe('A very long l…');
});
