import type { ReactNode } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { BarLineChart } from '../charts/bar-line-chart.tsx';
import styles from '../charts/charts.module.css';
import type { BarLinePoint } from '../charts/bar-line-layout.ts';
import { ChartLegend, ChartTablePanel, LegendEntry } from '../charts/chart-panel.tsx';
import { pointChartHeightPx, type ChartChoice } from '../charts/point-chart.tsx';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';

interface TrendPanelProps<Point> {
  /** Counted units of line and bars, in lower case. */
  lineName: string;
  barName: string;
  /** Length of time of each point. */
  step: 'day' | 'week' | 'month';
  /** Undefined while they are loading. */
  points: readonly Point[] | undefined;
  columns: readonly FigureColumn<Point>[];
  /** Beside the marks of line and bars. */
  legend: { line: ReactNode; bar: ReactNode; previous?: ReactNode };
  skeletonWidth: string;
  choice?: ChartChoice<Point> | undefined;
  heightPx?: number;
  /** The title of a row of the table as a link to the same. */
  renderTitle?: ((point: Point) => ReactNode) | undefined;
}

/** Two counts by days, weeks or months, as a chart or as a table. */
export function TrendPanel<Point extends BarLinePoint>(props: TrendPanelProps<Point>) {
  const {
    lineName,
    barName,
    step,
    points,
    columns,
    legend,
    skeletonWidth,
    choice,
    renderTitle,
    heightPx = pointChartHeightPx,
  } = props;
  const title = `${capitalise(lineName)} and ${barName} by ${step}`;
  return (
    <ChartTablePanel
      title={title}
      heightPx={heightPx}
      note={
        points ? (
          <ChartLegend>
            <LegendEntry mark={styles.lineMark}>{legend.line}</LegendEntry>
            <LegendEntry mark={styles.barMark}>{legend.bar}</LegendEntry>
            {legend.previous && <LegendEntry mark={styles.previousMark}>{legend.previous}</LegendEntry>}
          </ChartLegend>
        ) : (
          <SkeletonLine width={skeletonWidth} />
        )
      }
      chart={points && <BarLineChart label={title} {...{ points, barName, lineName, choice, heightPx }} />}
      table={
        points && (
          <FigureTable caption={title} titleHead={capitalise(step)} {...{ columns, rows: points, renderTitle }} />
        )
      }
    />
  );
}

/** A column of the table that shows a count; nothing where the point has none. */
export const toCountColumn = <Point,>(
  head: string,
  count: (point: Point) => number | undefined,
): FigureColumn<Point> => ({ head, renderCell: (point) => formatCount(count(point) ?? 0) });

const capitalise = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
