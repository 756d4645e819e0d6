import { area } from 'd3-shape';
import type { ChartPoint } from './point-chart.tsx';
import {
  countFittingLabels,
  drawLine,
  getTicks,
  pickLabels,
  scaleHeights,
  toGridLine,
  toPlot,
  type AxesLayout,
  type Dot,
  type Size,
} from './scales.ts';

/** The end of one day of a period: the sum so far, or the expected one. */
export interface SumPoint extends ChartPoint {
  /** Undefined for days to come. */
  sum: number | undefined;
  /** From the present day on. */
  expected: { sum: number; low: number; high: number } | undefined;
}

export interface SumLayout extends AxesLayout {
  dots: Dot[];
  sumPath: string;
  areaPath: string;
  expectedPath: string;
  bandPath: string;
  /** Undefined without a limit, and for one too far above the sums to be drawn. */
  limitY: number | undefined;
}

interface SumScale {
  limit: number | null;
  formatTick: (value: number) => string;
}

const margin = { left: 64, right: 8, top: 16, bottom: 28 };
/** Room between the plot's sides and the first and last dot, in pixels. */
const sidePx = 12;
/** A limit more times higher than the highest sum would flatten the chart. */
const limitReach = 3;

export function layOutSum(points: readonly SumPoint[], { limit, formatTick }: SumScale, size: Size): SumLayout {
  const plot = toPlot(size, margin);
  const highest = Math.max(0, ...points.map(({ sum = 0, expected }) => Math.max(sum, expected?.high ?? 0)));
  const isLimitDrawn = limit !== null && (highest === 0 || limit <= highest * limitReach);
  const heights = scaleHeights([0, Math.max(highest, isLimitDrawn ? limit : 0) || 1], plot);
  const stepWidth = (plot.right - plot.left - 2 * sidePx) / Math.max(points.length - 1, 1);
  const places = points.map((point, index) => ({ point, x: plot.left + sidePx + index * stepWidth }));
  const spent = places.flatMap(({ point: { sum }, x }) => (sum === undefined ? [] : [{ x, y: heights(sum) }]));
  const ahead = places.flatMap(({ point: { expected, sum }, x }) => {
    if (!expected) return [];
    return [{ x, y: heights(expected.sum), low: heights(sum ?? expected.low), high: heights(expected.high) }];
  });
  return {
    plot,
    dots: places.map(({ point: { sum, expected }, x }) => ({ x, y: heights(sum ?? expected?.sum ?? 0) })),
    sumPath: drawLine(spent),
    areaPath: drawArea(spent.map(({ x, y }) => ({ x, low: plot.bottom, high: y }))),
    expectedPath: drawLine(ahead),
    bandPath: ahead.length > 1 ? drawArea(ahead) : '',
    limitY: isLimitDrawn ? heights(limit) : undefined,
    gridLines: getTicks(heights).map((tick) => toGridLine(heights(tick), formatTick(tick))),
    labels: pickLabels(places, countFittingLabels(plot), 'first').map(({ point: { key, label }, x }) => ({
      key,
      x,
      text: label,
    })),
  };
}

interface Edge {
  x: number;
  low: number;
  high: number;
}

const drawArea = (edges: readonly Edge[]) =>
  area<Edge>()
    .x(({ x }) => x)
    .y0(({ low }) => low)
    .y1(({ high }) => high)(edges) ?? '';
