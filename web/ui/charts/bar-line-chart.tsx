import { formatCount, toNoun } from '../../lib/numbers.ts';
import { Axes } from './axes.tsx';
import styles from './charts.module.css';
import { layOutBarLine, type BarLineLayout, type BarLinePoint } from './bar-line-layout.ts';
import type { ChartEntry } from './chart-detail.tsx';
import { CursorLine, PointChart, type ChartChoice } from './point-chart.tsx';

/** More dots than these would hide the line. */
const mostDots = 45;

interface BarLineChartProps<Point> {
  /** Name of the chart for screen readers. */
  label: string;
  points: readonly Point[];
  barName: string;
  lineName: string;
  choice?: ChartChoice<Point> | undefined;
  heightPx?: number | undefined;
}

/** Two counts: a line by the scale at the left, and bars by the one at the right, with the line of the previous period where points have one. */
export function BarLineChart<Point extends BarLinePoint>(props: BarLineChartProps<Point>) {
  const { label, points, barName, lineName, choice, heightPx } = props;
  const describe = ({ line, bar, previous }: BarLinePoint) => [
    toEntry(lineName, [line, previous?.line], styles.lineMark),
    toEntry(barName, [bar, previous?.bar], styles.barMark),
  ];
  return (
    <PointChart
      label={label}
      points={points}
      start={Math.max(points.length - 1, 0)}
      layOut={(size) => layOutBarLine(points, size)}
      renderDrawing={(layout, active) => <Drawing layout={layout} active={active} />}
      describe={describe}
      choice={choice}
      heightPx={heightPx}
    />
  );
}

function toEntry(name: string, [count, before]: [number, number | undefined], mark = ''): ChartEntry {
  return {
    name: toNoun(count, name),
    mark,
    value: formatCount(count),
    ...(before !== undefined && { before: formatCount(before) }),
  };
}

function Drawing({ layout, active }: { layout: BarLineLayout; active: number | undefined }) {
  const { plot, bars, dots, linePath, previousLinePath, barTicks } = layout;
  return (
    <>
      <Axes {...layout} />
      {barTicks.map(({ y, text }) => (
        <text key={y} className={styles.barTick} x={plot.right + 8} y={y} dy="0.35em">
          {text}
        </text>
      ))}
      <CursorLine dot={active === undefined ? undefined : dots[active]} plot={plot} />
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
        dots.length <= mostDots || index === active ? (
          <circle key={key} className={styles.dot} cx={x} cy={y} r={index === active ? 4 : 2.5} />
        ) : null,
      )}
    </>
  );
}
