import { Axes } from './axes.tsx';
import type { ChartEntry } from './chart-detail.tsx';
import { CursorLine, PointChart } from './point-chart.tsx';
import styles from './charts.module.css';
import { layOutSum, type SumLayout, type SumPoint } from './sum-layout.ts';

interface SumChartProps<Point> {
  /** Name of the chart for screen readers. */
  label: string;
  points: readonly Point[];
  /** Null without a limit. */
  limit: number | null;
  /** Names the line of the limit. */
  limitText: string;
  /** Key of the point at which the limit is reached. */
  reachedKey: string | null;
  /** A value on the axis. */
  formatTick: (value: number) => string;
  /** The numbers of a point. */
  describe: (point: Point) => ChartEntry[];
}

/** A sum that grows from day to day, the sums expected of the days to come, and the limit. */
export function SumChart<Point extends SumPoint>(props: SumChartProps<Point>) {
  const { label, points, limit, limitText, reachedKey, formatTick, describe } = props;
  const lastKnown = points.findLastIndex(({ sum }) => sum !== undefined);
  const reached = points.findIndex(({ key }) => key === reachedKey);
  return (
    <PointChart
      label={label}
      points={points}
      start={Math.max(0, lastKnown)}
      layOut={(size) => layOutSum(points, { limit, formatTick }, size)}
      renderDrawing={(layout, active) => <Drawing {...{ layout, active, reached, limitText }} />}
      describe={describe}
    />
  );
}

interface DrawingProps {
  layout: SumLayout;
  active: number | undefined;
  /** -1 where the limit is not reached. */
  reached: number;
  limitText: string;
}

function Drawing({ layout, active, reached, limitText }: DrawingProps) {
  const { plot, dots, limitY } = layout;
  const dot = active === undefined ? undefined : dots[active];
  const mark = dots[reached];
  return (
    <>
      <Axes {...layout} />
      <path className={styles.band} d={layout.bandPath} />
      <path className={styles.area} d={layout.areaPath} />
      <CursorLine dot={dot} plot={plot} />
      <path className={styles.expected} d={layout.expectedPath} />
      <path className={styles.sum} d={layout.sumPath} />
      {limitY !== undefined && (
        <g>
          <line className={styles.limit} x1={plot.left} x2={plot.right} y1={limitY} y2={limitY} />
          <text className={styles.limitName} x={plot.left + 8} y={limitY} dy="-0.5em">
            {limitText}
          </text>
        </g>
      )}
      {mark && limitY !== undefined && <circle className={styles.mark} cx={mark.x} cy={mark.y} r={5} />}
      {dot && <circle className={styles.dot} cx={dot.x} cy={dot.y} r={4} />}
    </>
  );
}
