import { useMemo } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { useWidth } from '../../lib/use-width.ts';
import styles from './bar-line-chart.module.css';
import { findNearest, layOutBarLine } from './bar-line-layout.ts';
import type { BarLineLayout, BarLinePoint } from './bar-line-layout.ts';
import { ChartDetail } from './chart-detail.tsx';
import { useChartCursor } from './use-chart-cursor.ts';

export const barLineHeightPx = 272;

const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

interface BarLineChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  points: readonly BarLinePoint[];
  barName: string;
  lineName: string;
}

/** One count as bars and another as a line above them, on one axis, with the line of the previous period behind where there is one. The pointer or the arrow keys tell the numbers. */
export function BarLineChart({ label, points, barName, lineName }: BarLineChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const layout = useMemo(() => layOutBarLine(points, width, barLineHeightPx), [points, width]);
  const { active, point, cursorProps } = useChartCursor({
    count: points.length,
    steps,
    start: Math.max(points.length - 1, 0),
  });
  const at = points[active ?? Math.max(points.length - 1, 0)];
  const shown = active === undefined ? undefined : points[active];
  const entries = ({ line, bar, previous }: BarLinePoint) => [
    {
      name: lineName,
      value: formatCount(line),
      ...(previous && { before: formatCount(previous.line) }),
      mark: styles.lineMark ?? '',
    },
    {
      name: barName,
      value: formatCount(bar),
      ...(previous && { before: formatCount(previous.bar) }),
      mark: styles.barMark ?? '',
    },
  ];
  return (
    <div
      ref={ref}
      className={styles.frame}
      {...cursorProps}
      aria-label={label}
      aria-valuetext={
        at &&
        `${at.title}: ${entries(at)
          .map(({ name, value, before }) => `${value} ${name}${before === undefined ? '' : ` (before: ${before})`}`)
          .join(', ')}`
      }
      onPointerMove={(event) => {
        const { left } = event.currentTarget.getBoundingClientRect();
        point(findNearest(layout.dots, event.clientX - left));
      }}
      onPointerLeave={() => point(undefined)}
    >
      {width > 0 && <Drawing layout={layout} width={width} active={active} />}
      {shown && (
        <ChartDetail
          title={shown.title}
          entries={entries(shown)}
          x={layout.dots[active ?? 0]?.x ?? 0}
          y={layout.plot.top}
          frameWidth={width}
        />
      )}
    </div>
  );
}

interface DrawingProps {
  layout: BarLineLayout;
  width: number;
  active: number | undefined;
}

function Drawing({ layout, width, active }: DrawingProps) {
  const { plot, bars, dots, gridLines, labels, linePath, previousLinePath } = layout;
  const dot = active === undefined ? undefined : dots[active];
  const isSparse = dots.length <= 45;
  return (
    <svg width={width} height={barLineHeightPx} aria-hidden="true" focusable="false" className={styles.drawing}>
      {gridLines.map(({ y, label }) => (
        <g key={label}>
          <line className={styles.gridLine} x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text className={styles.tick} x={plot.left - 10} y={y} dy="0.35em" textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {dot && <line className={styles.cursor} x1={dot.x} x2={dot.x} y1={plot.top} y2={plot.bottom} />}
      {bars.map((bar, index) => (
        <rect
          key={bar.key}
          className={styles.bar}
          data-active={index === active || undefined}
          x={bar.x}
          y={bar.y}
          width={bar.width}
          height={bar.height}
          rx={Math.min(2, bar.width / 4)}
        />
      ))}
      <path className={styles.previousLine} d={previousLinePath} />
      <path className={styles.line} d={linePath} />
      {dots.map(({ key, x, y }, index) =>
        isSparse || index === active ? (
          <circle key={key} className={styles.dot} cx={x} cy={y} r={index === active ? 4 : 2.5} />
        ) : null,
      )}
      {labels.map(({ key, x, text }) => (
        <text key={key} className={styles.tick} x={x} y={plot.bottom + 19} textAnchor="middle">
          {text}
        </text>
      ))}
    </svg>
  );
}
