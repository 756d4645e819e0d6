import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';

/** The end of one day on the way through a period: what it has come to, or what it is expected to come to. */
export interface SumPoint {
  key: string;
  /** Under the axis, where there is room. */
  label: string;
  /** In the detail and for screen readers. */
  title: string;
  /** Undefined for days to come. */
  sum: number | undefined;
  /** From the present day on. */
  expected: { sum: number; low: number; high: number } | undefined;
}

interface Dot {
  x: number;
  y: number;
}

export interface SumLayout {
  dots: Dot[];
  sumPath: string;
  areaPath: string;
  expectedPath: string;
  bandPath: string;
  /** Undefined where nothing is limited, or the limit lies too far above everything else to be drawn. */
  limitY: number | undefined;
  gridLines: { y: number; value: number }[];
  labels: { key: string; x: number; text: string }[];
  plot: { left: number; right: number; top: number; bottom: number };
}

const margin = { left: 64, right: 8, top: 16, bottom: 28 };
const gridLineCount = 4;
const labelWidthPx = 68;
/** A limit further above would press everything else to the ground. */
const limitReach = 3;

/** Where everything of the chart stands, in pixels. */
export function layOutSum(
  points: readonly SumPoint[],
  limit: number | null,
  { width, height }: { width: number; height: number },
): SumLayout {
  const plot = {
    left: margin.left,
    right: Math.max(width - margin.right, margin.left),
    top: margin.top,
    bottom: height - margin.bottom,
  };
  const highest = Math.max(0, ...points.map(({ sum = 0, expected }) => Math.max(sum, expected?.high ?? 0)));
  const isLimitDrawn = limit !== null && (highest === 0 || limit <= highest * limitReach);
  const top = Math.max(highest, isLimitDrawn ? limit : 0) || 1;
  const up = scaleLinear().domain([0, top]).nice(gridLineCount).range([plot.bottom, plot.top]);
  const across = scaleLinear()
    .domain([0, Math.max(points.length - 1, 1)])
    .range([plot.left + 12, plot.right - 12]);
  const dots = points.map(({ sum, expected }, index) => ({ x: across(index), y: up(sum ?? expected?.sum ?? 0) }));
  const spent = points.flatMap(({ sum }, index) => (sum === undefined ? [] : [{ x: across(index), y: up(sum) }]));
  const ahead = points.flatMap(({ expected, sum }, index) =>
    expected ? [{ x: across(index), y: up(expected.sum), low: up(sum ?? expected.low), high: up(expected.high) }] : [],
  );
  return {
    plot,
    dots,
    sumPath: drawLine(spent),
    areaPath: drawArea(spent.map((dot) => ({ ...dot, low: plot.bottom, high: dot.y }))),
    expectedPath: drawLine(ahead),
    bandPath: ahead.length > 1 ? drawArea(ahead) : '',
    limitY: isLimitDrawn ? up(limit) : undefined,
    gridLines: up.ticks(gridLineCount).map((value) => ({ y: Math.round(up(value)) + 0.5, value })),
    labels: pickLabels(points, dots, plot.right - plot.left),
  };
}

const drawLine = (dots: readonly Dot[]) =>
  line<Dot>(
    (dot) => dot.x,
    (dot) => dot.y,
  )(dots) ?? '';

const drawArea = (dots: readonly (Dot & { low: number; high: number })[]) =>
  area<Dot & { low: number; high: number }>()
    .x((dot) => dot.x)
    .y0((dot) => dot.low)
    .y1((dot) => dot.high)(dots) ?? '';

/** Every so many labels that none touches the next, counted from the first. */
function pickLabels(points: readonly SumPoint[], dots: readonly Dot[], width: number) {
  const step = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor(width / labelWidthPx))));
  return points.flatMap(({ key, label }, index) =>
    index % step === 0 ? [{ key, x: dots[index]?.x ?? 0, text: label }] : [],
  );
}
