import type { ReactNode } from 'react';
import { useWidth } from '../../lib/use-width.ts';
import { ChartDetail, type ChartEntry } from './chart-detail.tsx';
import styles from './charts.module.css';
import { findNearest, type Dot, type Plot, type Size } from './scales.ts';
import { useChartCursor } from './use-chart-cursor.ts';

export const pointChartHeightPx = 272;

const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

/** One place on the horizontal axis. */
export interface ChartPoint {
  key: string;
  /** Below the plot, where there is room. */
  label: string;
  /** In the detail, the table and for screen readers. */
  title: string;
  /** The dates of the compared values, where there are some. */
  previousTitle?: string | undefined;
}

interface PointLayout {
  plot: Plot;
  /** One for each point. */
  dots: readonly Dot[];
}

/** Target of a click on a point, or of Enter. */
export interface ChartChoice<Point> {
  /** Names it, for example 'See the conversations'. */
  readonly hint: string;
  readonly choose: (point: Point) => void;
}

interface PointChartProps<Point, Layout> {
  /** Name of the chart for screen readers. */
  label: string;
  points: readonly Point[];
  /** The index at which the keyboard starts. */
  start: number;
  layOut: (size: Size) => Layout;
  /** Elements of the SVG. `active` is the index of the point under the cursor. */
  renderDrawing: (layout: Layout, active: number | undefined) => ReactNode;
  /** The numbers of a point. */
  describe: (point: Point) => ChartEntry[];
  choice?: ChartChoice<Point> | undefined;
  heightPx?: number | undefined;
}

/** A chart of points along a horizontal axis. The pointer and the arrow keys show the numbers of one point. */
export function PointChart<Point extends ChartPoint, Layout extends PointLayout>(
  props: PointChartProps<Point, Layout>,
) {
  const { label, points, start, layOut, renderDrawing, describe, choice, heightPx = pointChartHeightPx } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const layout = layOut({ width, height: heightPx });
  const {
    active,
    point: pointAt,
    cursorProps,
  } = useChartCursor({
    count: points.length,
    steps,
    start,
    onChoose:
      choice &&
      ((index) => {
        const chosen = points[index];
        if (chosen) choice.choose(chosen);
      }),
  });
  const current = points[active ?? start];
  const shown = active === undefined ? undefined : points[active];
  return (
    <div
      ref={ref}
      className={styles.pointChartFrame}
      style={{ height: heightPx }}
      {...cursorProps}
      aria-label={label}
      aria-description={choice && `Enter: ${choice.hint}`}
      aria-valuetext={
        current && `${current.title}: ${describe(current).map(toWords).join(', ')}${toPreviousWords(current)}`
      }
      onPointerMove={(event) => {
        const { left } = event.currentTarget.getBoundingClientRect();
        pointAt(findNearest(layout.dots, event.clientX - left));
      }}
      onPointerLeave={() => pointAt(undefined)}
    >
      {width > 0 && (
        <svg
          width={width}
          height={heightPx}
          viewBox={`0 0 ${width} ${heightPx}`}
          aria-hidden="true"
          focusable="false"
          className={styles.drawing}
        >
          {renderDrawing(layout, active)}
        </svg>
      )}
      {shown && (
        <ChartDetail
          title={shown.title}
          entries={describe(shown)}
          x={layout.dots[active ?? 0]?.x ?? 0}
          y={layout.plot.top}
          frameWidth={width}
          beforeTitle={shown.previousTitle}
          hint={choice?.hint}
        />
      )}
    </div>
  );
}

const toPreviousWords = ({ previousTitle }: ChartPoint) =>
  previousTitle === undefined ? '' : `; previous: ${previousTitle}`;

const toWords = ({ name, value, before }: ChartEntry) =>
  `${value} ${name}${before === undefined ? '' : ` (previous: ${before})`}`;

/** The vertical line through the point under the cursor. */
export function CursorLine({ dot, plot }: { dot: Dot | undefined; plot: Plot }) {
  return dot && <line className={styles.cursor} x1={dot.x} x2={dot.x} y1={plot.top} y2={plot.bottom} />;
}
