import { useMemo } from 'react';
import { useWidth } from '../../lib/use-width.ts';
import frameStyles from './bar-line-chart.module.css';
import { findNearest } from './bar-line-layout.ts';
import { ChartDetail } from './chart-detail.tsx';
import styles from './sum-chart.module.css';
import { layOutSum } from './sum-layout.ts';
import type { SumLayout, SumPoint } from './sum-layout.ts';
import { useChartCursor } from './use-chart-cursor.ts';

export const sumChartHeightPx = 272;

const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

interface SumChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  points: readonly SumPoint[];
  limit: number | null;
  limitName: string;
  /** The point at which the limit is reached. */
  reachedKey: string | null;
  /** A value in full, and one on the axis. */
  format: (value: number) => string;
  formatTick: (value: number) => string;
  /** What the pointer or the arrow keys tell of a point. */
  describe: (point: SumPoint) => { name: string; value: string; mark?: string }[];
}

/** A sum that grows from day to day, how it is expected to go on, and the limit it should stay under. */
export function SumChart(props: SumChartProps) {
  const { label, points, limit, reachedKey, describe } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const layout = useMemo(() => layOutSum(points, limit, { width, height: sumChartHeightPx }), [points, limit, width]);
  const lastKnown = Math.max(
    0,
    points.findLastIndex(({ sum }) => sum !== undefined),
  );
  const { active, point, cursorProps } = useChartCursor({ count: points.length, steps, start: lastKnown });
  const told = points[active ?? lastKnown];
  const shown = active === undefined ? undefined : points[active];
  const reached = points.findIndex(({ key }) => key === reachedKey);
  return (
    <div
      ref={ref}
      className={frameStyles.frame}
      {...cursorProps}
      aria-label={label}
      aria-valuetext={
        told &&
        `${told.title}: ${describe(told)
          .map(({ name, value }) => `${value} ${name}`)
          .join(', ')}`
      }
      onPointerMove={(event) => {
        const { left } = event.currentTarget.getBoundingClientRect();
        point(findNearest(layout.dots, event.clientX - left));
      }}
      onPointerLeave={() => point(undefined)}
    >
      {width > 0 && <Drawing {...props} layout={layout} width={width} active={active} reached={reached} />}
      {shown && (
        <ChartDetail
          title={shown.title}
          entries={describe(shown)}
          x={layout.dots[active ?? 0]?.x ?? 0}
          y={layout.plot.top}
          frameWidth={width}
        />
      )}
    </div>
  );
}

interface DrawingProps extends SumChartProps {
  layout: SumLayout;
  width: number;
  active: number | undefined;
  /** -1 where the limit is not reached. */
  reached: number;
}

function Drawing({ layout, width, active, reached, limitName, limit, format, formatTick }: DrawingProps) {
  const { plot, dots, gridLines, labels, limitY } = layout;
  const dot = active === undefined ? undefined : dots[active];
  const mark = dots[reached];
  return (
    <svg width={width} height={sumChartHeightPx} aria-hidden="true" focusable="false" className={frameStyles.drawing}>
      {gridLines.map(({ y, value }) => (
        <g key={value}>
          <line className={frameStyles.gridLine} x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text className={frameStyles.tick} x={plot.left - 10} y={y} dy="0.35em" textAnchor="end">
            {formatTick(value)}
          </text>
        </g>
      ))}
      <path className={styles.band} d={layout.bandPath} />
      <path className={styles.area} d={layout.areaPath} />
      {dot && <line className={frameStyles.cursor} x1={dot.x} x2={dot.x} y1={plot.top} y2={plot.bottom} />}
      <path className={styles.expected} d={layout.expectedPath} />
      <path className={styles.sum} d={layout.sumPath} />
      {limitY !== undefined && limit !== null && (
        <g>
          <line className={styles.limit} x1={plot.left} x2={plot.right} y1={limitY} y2={limitY} />
          <text className={styles.limitName} x={plot.left + 8} y={limitY} dy="-0.5em">
            {limitName} {format(limit)}
          </text>
        </g>
      )}
      {mark && limitY !== undefined && <circle className={styles.mark} cx={mark.x} cy={mark.y} r={5} />}
      {dot && <circle className={styles.dot} cx={dot.x} cy={dot.y} r={4} />}
      {labels.map(({ key, x, text }) => (
        <text key={key} className={frameStyles.tick} x={x} y={plot.bottom + 19} textAnchor="middle">
          {text}
        </text>
      ))}
    </svg>
  );
}
