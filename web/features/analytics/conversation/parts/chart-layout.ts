import { scaleLinear } from 'd3-scale';
import { arc, line, pie } from 'd3-shape';
import type { ChartPart } from '#contract/analytics/message-parts.ts';

/** Sides of the drawing in its own units; on the screen it takes the width it gets. */
export const chartSize = { width: 560, height: 240 };
const plot = { left: 56, right: 552, top: 8, bottom: 208 };
const pieRadius = 100;
const labelLetters = 14;
const mostLabels = 8;

export interface ChartSeries {
  key: string;
  name: string;
  values: readonly number[];
}

export interface ChartData {
  kind: 'bar' | 'line' | 'pie';
  labels: readonly string[];
  series: readonly ChartSeries[];
}

/** The data of a chart that can be drawn: labels, and series of just as many values. */
export function findChartData({ kind = 'bar', labels = [], series = [] }: ChartPart): ChartData | undefined {
  const isWhole = series.every(({ values }) => values.length === labels.length);
  if (labels.length === 0 || series.length === 0 || !isWhole) return undefined;
  const keyed = series.map((each, index) => ({ ...each, key: `series ${index}` }));
  // A pie has no slices for what is below zero.
  const isPie = kind === 'pie' && keyed.length === 1 && (keyed[0]?.values.every((value) => value >= 0) ?? false);
  return { kind: kind === 'pie' && !isPie ? 'bar' : kind, labels, series: keyed };
}

export interface Mark {
  key: string;
  /** The series, or the slice, that gives it its colour. */
  colour: number;
  path: string;
}

export interface ChartText {
  key: string;
  x: number;
  y: number;
  text: string;
}

export interface ChartLayout {
  marks: Mark[];
  ticks: ChartText[];
  labels: ChartText[];
}

export function layOutChart(data: ChartData): ChartLayout {
  if (data.kind === 'pie') return { marks: layOutPie(data), ticks: [], labels: [] };
  const values = data.series.flatMap((each) => each.values);
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values) || 1])
    .nice(4)
    .range([plot.bottom, plot.top]);
  const format = y.tickFormat(4, '~s');
  const slot = (plot.right - plot.left) / data.labels.length;
  const middle = (index: number) => plot.left + slot * (index + 0.5);
  return {
    marks: data.kind === 'line' ? layOutLines(data, middle, y) : layOutBars(data, slot, y),
    ticks: y.ticks(4).map((tick) => ({ key: `${tick}`, x: plot.left, y: y(tick), text: format(tick) })),
    labels: layOutLabels(data.labels, middle),
  };
}

function layOutBars({ labels, series }: ChartData, slot: number, y: (value: number) => number): Mark[] {
  const width = (slot * 0.72) / series.length;
  return series.flatMap(({ key, values }, place) =>
    labels.map((_, index) => {
      const x = plot.left + slot * (index + 0.14) + width * place;
      const [top, bottom] = [y(Math.max(values[index] ?? 0, 0)), y(Math.min(values[index] ?? 0, 0))];
      return { key: `${key} ${index}`, colour: place, path: `M${x} ${bottom}V${top}H${x + width * 0.94}V${bottom}Z` };
    }),
  );
}

function layOutLines({ series }: ChartData, x: (index: number) => number, y: (value: number) => number): Mark[] {
  const draw = line<number>((_, index) => x(index), y);
  return series.map(({ key, values }, place) => ({ key, colour: place, path: draw([...values]) ?? '' }));
}

function layOutPie({ series }: ChartData): Mark[] {
  const slices = pie<number>().sort(null)([...(series[0]?.values ?? [])]);
  const draw = arc<(typeof slices)[number]>()
    .innerRadius(pieRadius * 0.55)
    .outerRadius(pieRadius)
    .padAngle(0.015);
  return slices.map((slice, index) => ({ key: `slice ${index}`, colour: index, path: draw(slice) ?? '' }));
}

/** As many labels as fit beside each other, each cut to what fits under its place. */
function layOutLabels(labels: readonly string[], middle: (index: number) => number): ChartText[] {
  const step = Math.ceil(labels.length / mostLabels);
  return labels.flatMap((label, index) => {
    if (index % step !== 0) return [];
    const letters = [...label];
    const text = letters.length > labelLetters ? `${letters.slice(0, labelLetters - 1).join('')}…` : label;
    return [{ key: `label ${index}`, x: middle(index), y: plot.bottom + 20, text }];
  });
}
