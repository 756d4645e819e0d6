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
  type GridLine,
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
  /** The values of the grid lines for the bars, which have a scale of their own at the right. */
  barTicks: GridLine[];
}

const margin = { left: 44, right: 36, top: 12, bottom: 28 };
/** Without a limit the bars of a short range would become blocks. */
const widestBarPx = 36;

/**
 * Every bar with a count is at least one pixel high. Bars and line have a scale each, because a conversation has many messages: on
 * one scale the bars would never leave its foot. Both share the grid lines.
 */
export function layOutBarLine(points: readonly BarLinePoint[], size: Size): BarLineLayout {
  const plot = toPlot(size, margin);
  const bands = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([plot.left, plot.right])
    .paddingInner(points.length > 60 ? 0.2 : 0.38)
    .paddingOuter(0.3);
  const highest = Math.max(1, ...points.map((point) => Math.max(point.line, point.previous?.line ?? 0)));
  const heights = scaleHeights([0, highest], plot);
  const ticks = getTicks(heights).filter((tick) => Number.isInteger(tick));
  const barShare = chooseBarShare(Math.max(1, ...points.map(({ bar }) => bar)), heights.domain()[1] ?? 1, ticks);
  const barWidth = Math.min(bands.bandwidth(), widestBarPx);
  const places = points.map((point, index) => ({ point, x: (bands(index) ?? 0) + bands.bandwidth() / 2 }));
  const dots = places.map(({ point, x }) => ({ key: point.key, x, y: heights(point.line) }));
  return {
    plot,
    dots,
    bars: places.map(({ point, x }) => {
      const y = point.bar === 0 ? plot.bottom : Math.min(heights(point.bar / barShare), plot.bottom - 1);
      return { key: point.key, x: x - barWidth / 2, y, width: barWidth, height: plot.bottom - y };
    }),
    linePath: drawLine(dots),
    previousLinePath: drawLine(
      places.flatMap(({ point: { previous }, x }) => (previous ? [{ x, y: heights(previous.line) }] : [])),
    ),
    gridLines: ticks.map((tick) => toGridLine(heights(tick), formatCompactCount(tick))),
    barTicks: ticks.map((tick) => toGridLine(heights(tick), formatCompactCount(tick * barShare))),
    // From the last, because the most recent point is the one looked for.
    labels: pickLabels(places, countFittingLabels(plot), 'last').map(({ point: { key, label }, x }) => ({
      key,
      x,
      text: label,
    })),
  };
}

/**
 * How much of a bar's count stands at the height of one of the line's: the least by which the highest bar fits and every grid line has
 * a round value for the bars.
 */
function chooseBarShare(highestBar: number, top: number, ticks: readonly number[]): number {
  const step = ticks[1] ?? 1;
  const least = (highestBar * step) / top;
  const power = 10 ** Math.floor(Math.log10(least));
  const round = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((each) => each >= least && Number.isInteger(each));
  return (round ?? Math.max(1, 10 * power)) / step;
}
