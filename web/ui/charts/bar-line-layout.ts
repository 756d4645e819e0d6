import { scaleBand } from 'd3-scale';
import { formatCompactCount } from '../../lib/numbers.ts';
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

/** A place on the horizontal axis with its two counts. */
export interface BarLinePoint extends ChartPoint {
  bar: number;
  line: number;
  /** The same counts of the previous period, where there is one to compare. */
  previous?: { bar: number; line: number };
}

interface Bar extends Dot {
  key: string;
  width: number;
  height: number;
}

export interface BarLineLayout extends AxesLayout {
  bars: Bar[];
  /** The middle of each point's band, at the height of its line. */
  dots: (Dot & { key: string })[];
  linePath: string;
  previousLinePath: string;
}

const margin = { left: 44, right: 4, top: 12, bottom: 28 };
/** Without a limit the bars of a short range would become blocks. */
const widestBarPx = 36;

/** Every bar with a count is at least one pixel high. */
export function layOutBarLine(points: readonly BarLinePoint[], size: Size): BarLineLayout {
  const plot = toPlot(size, margin);
  const bands = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([plot.left, plot.right])
    .paddingInner(points.length > 60 ? 0.2 : 0.38)
    .paddingOuter(0.3);
  const highest = Math.max(1, ...points.map((point) => Math.max(point.bar, point.line, point.previous?.line ?? 0)));
  const heights = scaleHeights([0, highest], plot);
  const barWidth = Math.min(bands.bandwidth(), widestBarPx);
  const places = points.map((point, index) => ({ point, x: (bands(index) ?? 0) + bands.bandwidth() / 2 }));
  const dots = places.map(({ point, x }) => ({ key: point.key, x, y: heights(point.line) }));
  return {
    plot,
    dots,
    bars: places.map(({ point, x }) => {
      const y = point.bar === 0 ? plot.bottom : Math.min(heights(point.bar), plot.bottom - 1);
      return { key: point.key, x: x - barWidth / 2, y, width: barWidth, height: plot.bottom - y };
    }),
    linePath: drawLine(dots),
    previousLinePath: drawLine(
      places.flatMap(({ point: { previous }, x }) => (previous ? [{ x, y: heights(previous.line) }] : [])),
    ),
    gridLines: getTicks(heights)
      .filter((tick) => Number.isInteger(tick))
      .map((tick) => toGridLine(heights(tick), formatCompactCount(tick))),
    // From the last, because the most recent point is the one looked for.
    labels: pickLabels(places, countFittingLabels(plot), 'last').map(({ point: { key, label }, x }) => ({
      key,
      x,
      text: label,
    })),
  };
}
