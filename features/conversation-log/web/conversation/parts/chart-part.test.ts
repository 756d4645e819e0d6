import { expect, test } from 'vitest';
import { findChartData } from './chart-part.tsx';

const series = (values: number[]) => ({ name: 'Days', values });

test('a chart needs labels, and series of as many values', () => {
  const labels = ['May', 'June'];
  expect(findChartData({ type: 'chart', labels, series: [series([1, 2])] })?.kind).toBe('bar');
  expect(findChartData({ type: 'chart', labels, series: [series([1])] })).toBeUndefined();
  expect(findChartData({ type: 'chart', labels, series: [] })).toBeUndefined();
  expect(findChartData({ type: 'chart', labels: [], series: [series([])] })).toBeUndefined();
  expect(findChartData({ type: 'chart', title: 'Only a title' })).toBeUndefined();
});

test('a pie of several series or with values below 0 becomes bars', () => {
  const labels = ['a', 'b'];
  expect(findChartData({ type: 'chart', kind: 'pie', labels, series: [series([1, 2])] })?.kind).toBe('pie');
  expect(findChartData({ type: 'chart', kind: 'pie', labels, series: [series([-1, 2])] })?.kind).toBe('bar');
});
