import { scaleBand, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { formatCompactCount } from '../../lib/numbers.ts';

/** One place on the horizontal axis with its two counts. */
export interface BarLinePoint {
  key: string;
  /** Under the axis, where there is room. */
  label: string;
  /** In the detail and the table. */
  title: string;
  bar: number;
  line: number;
  /** The same counts of the previous period, where that is compared day by day. */
  previous?: { bar: number; line: number };
}

interface Bar {
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface BarLineLayout {
  bars: Bar[];
  /** Middle of each point's place, and the height of its line there. */
  dots: { key: string; x: number; y: number }[];
  linePath: string;
  previousLinePath: string;
  gridLines: { y: number; label: string }[];
  labels: { key: string; x: number; text: string }[];
  plot: { left: number; right: number; top: number; bottom: number };
}

const margin = { left: 44, right: 4, top: 12, bottom: 28 };
const gridLineCount = 4;
/** Room that a label under the axis takes with some air around it. */
const labelWidthPx = 68;

/** Where everything of the chart stands, in pixels. Every bar has a height as soon as there is something to count. */
export function layOutBarLine(points: readonly BarLinePoint[], width: number, height: number): BarLineLayout {
  const plot = {
    left: margin.left,
    right: Math.max(width - margin.right, margin.left),
    top: margin.top,
    bottom: height - margin.bottom,
  };
  const across = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([plot.left, plot.right])
    .paddingInner(points.length > 60 ? 0.2 : 0.38)
    .paddingOuter(0.3);
  const highest = Math.max(1, ...points.map((point) => Math.max(point.bar, point.line, point.previous?.line ?? 0)));
  const up = scaleLinear().domain([0, highest]).nice(gridLineCount).range([plot.bottom, plot.top]);
  const bandWidth = across.bandwidth();
  // A few bars would else grow into blocks.
  const barWidth = Math.min(bandWidth, 36);
  const dots = points.map((point, index) => ({
    key: point.key,
    x: (across(index) ?? 0) + bandWidth / 2,
    y: up(point.line),
  }));
  return {
    plot,
    dots,
    bars: points.map((point, index) => {
      const top = point.bar === 0 ? plot.bottom : Math.min(up(point.bar), plot.bottom - 1);
      const x = (dots[index]?.x ?? 0) - barWidth / 2;
      return { key: point.key, x, y: top, width: barWidth, height: plot.bottom - top };
    }),
    linePath: drawLine(dots),
    previousLinePath: drawLine(
      dots.flatMap(({ x }, index) => {
        const previous = points[index]?.previous;
        return previous ? [{ x, y: up(previous.line) }] : [];
      }),
    ),
    gridLines: up
      .ticks(gridLineCount)
      .filter((tick) => Number.isInteger(tick))
      .map((tick) => ({ y: Math.round(up(tick)) + 0.5, label: formatCompactCount(tick) })),
    labels: pickLabels(points, dots, plot.right - plot.left),
  };
}

const drawLine = (dots: readonly { x: number; y: number }[]) =>
  line<{ x: number; y: number }>(
    (dot) => dot.x,
    (dot) => dot.y,
  )(dots) ?? '';

/** Every so many labels that none touches the next, counted from the last point, which is the one people look for. */
function pickLabels(points: readonly BarLinePoint[], dots: BarLineLayout['dots'], width: number) {
  const fitting = Math.max(1, Math.floor(width / labelWidthPx));
  const step = Math.max(1, Math.ceil(points.length / fitting));
  return points.flatMap(({ key, label }, index) => {
    const isShown = (points.length - 1 - index) % step === 0;
    return isShown ? [{ key, x: dots[index]?.x ?? 0, text: label }] : [];
  });
}

/** The point whose place a horizontal position lies in. */
export function findNearest(dots: readonly { x: number }[], x: number): number | undefined {
  if (dots.length === 0) return undefined;
  const [first] = dots;
  const stepWidth = dots.length > 1 ? ((dots.at(-1)?.x ?? 0) - (first?.x ?? 0)) / (dots.length - 1) : 1;
  const index = Math.round((x - (first?.x ?? 0)) / stepWidth);
  return Math.min(Math.max(index, 0), dots.length - 1);
}
