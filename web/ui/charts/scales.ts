import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

export interface Size {
  width: number;
  height: number;
}

/** The part of a chart between its axes, in pixels from the top left. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Dot {
  x: number;
  y: number;
}

/** A horizontal line across the plot with its value beside it. */
export interface GridLine {
  y: number;
  text: string;
}

/** A text below the plot, centred on `x`. */
export interface AxisLabel {
  key: string;
  x: number;
  text: string;
}

/** Positions of the axes of a chart. */
export interface AxesLayout {
  plot: Plot;
  gridLines: GridLine[];
  labels: AxisLabel[];
}

const gridLineCount = 4;
/** Width of a label with room around it, in pixels. */
const labelWidthPx = 68;

/** The plot that margins leave of a chart; 0 wide where there is no room. */
export function toPlot({ width, height }: Size, margin: Plot): Plot {
  return {
    left: margin.left,
    right: Math.max(width - margin.right, margin.left),
    top: margin.top,
    bottom: height - margin.bottom,
  };
}

/** Values to heights, between round numbers. */
export const scaleHeights = (domain: [number, number], { bottom, top }: Plot): ScaleLinear<number, number> =>
  scaleLinear().domain(domain).nice(gridLineCount).range([bottom, top]);

export const getTicks = (heights: ScaleLinear<number, number>): number[] => heights.ticks(gridLineCount);

/** `12k`, with as many digits as the ticks need. */
export const getTickFormat = (heights: ScaleLinear<number, number>): ((value: number) => string) =>
  heights.tickFormat(gridLineCount, '~s');

/** Half pixels, because a line of one pixel is sharp there. */
export const toGridLine = (y: number, text: string): GridLine => ({ y: Math.round(y) + 0.5, text });

export const drawLine = (dots: readonly Dot[]): string =>
  line<Dot>(
    (dot) => dot.x,
    (dot) => dot.y,
  )(dots) ?? '';

/** How many labels fit side by side below a plot, at least one. */
export const countFittingLabels = ({ left, right }: Plot): number =>
  Math.max(1, Math.floor((right - left) / labelWidthPx));

/** At most `fitting` of the entries, evenly spaced, counted from the first or from the last. */
export function pickLabels<Entry>(entries: readonly Entry[], fitting: number, from: 'first' | 'last'): Entry[] {
  const step = Math.max(1, Math.ceil(entries.length / fitting));
  return entries.filter((_, index) => (from === 'first' ? index : entries.length - 1 - index) % step === 0);
}

/** The index of the dot nearest to a horizontal position. The dots are evenly spaced. */
export function findNearest(dots: readonly { x: number }[], x: number): number | undefined {
  if (dots.length === 0) return undefined;
  const first = dots[0]?.x ?? 0;
  const stepWidth = dots.length > 1 ? ((dots.at(-1)?.x ?? 0) - first) / (dots.length - 1) : 1;
  const index = Math.round((x - first) / stepWidth);
  return Math.min(Math.max(index, 0), dots.length - 1);
}
