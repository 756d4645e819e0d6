import { formatCount, formatCounted, toNoun } from '../../lib/numbers.ts';
import type { CSSProperties } from 'react';
import { useWidth } from '../../lib/use-width.ts';
import { ChartDetail } from './chart-detail.tsx';
import { Row } from '../layout/layout.tsx';
import styles from './charts.module.css';
import { useChartCursor } from './use-chart-cursor.ts';

/** Shades without the one for 0. */
const levelCount = 5;

/** How much of the accent is in each shade. */
const shares = ['0%', '18%', '36%', '56%', '77%', '100%'];

const toShade = (level: number) => ({ '--share': shares[level] }) as CSSProperties;

const rowHeightPx = 20;
const headPx = 20;
const gutterPx = 38;
const gapPx = 2;

interface HeatMapProps {
  label: string;
  /** Short names beside the rows. */
  rows: readonly string[];
  /** Names above the columns; empty for columns without one. */
  columns: readonly string[];
  /** By row, then by column. */
  values: readonly (readonly number[])[];
  /** Values of the previous period. */
  previous: readonly (readonly number[])[];
  /** Names one cell. */
  describe: (row: number, column: number) => string;
  /** The counted unit, in the plural. */
  unit: string;
  /** Target of a click on a cell, or of Enter. */
  choice?: { readonly hint: string; readonly choose: (row: number, column: number) => void };
}

/** A cell for every row and column, shaded by its value. The pointer and the arrow keys show the numbers of one cell. */
export function HeatMap(props: HeatMapProps) {
  const { label, rows, columns, values, previous, describe, unit, choice } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const place = (index: number) => ({ row: Math.floor(index / columns.length), column: index % columns.length });
  const highest = Math.max(0, ...values.flat());
  const busiest = Math.max(0, values.flat().indexOf(highest));
  const { active, point, cursorProps } = useChartCursor({
    count: rows.length * columns.length,
    steps: { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns.length, ArrowDown: columns.length },
    start: busiest,
    onChoose: choice && ((index) => choice.choose(place(index).row, place(index).column)),
  });
  const cellWidth = Math.max(0, (width - gutterPx) / columns.length);
  const read = (index: number) => {
    const { row, column } = place(index);
    const getCount = (counts: HeatMapProps['values']) => counts[row]?.[column] ?? 0;
    const count = getCount(values);
    const before = formatCount(getCount(previous));
    return { title: describe(row, column), name: toNoun(count, unit), value: formatCount(count), before };
  };
  const description = read(active ?? busiest);
  return (
    <div
      ref={ref}
      className={styles.frame}
      {...cursorProps}
      aria-label={label}
      aria-description={choice && `Enter: ${choice.hint}`}
      aria-valuetext={`${description.title}: ${description.value} ${description.name} (previous: ${description.before})`}
      onPointerMove={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        const column = Math.floor((event.clientX - left - gutterPx) / cellWidth);
        const row = Math.floor((event.clientY - top - headPx) / rowHeightPx);
        const isInside = column >= 0 && column < columns.length && row >= 0 && row < rows.length;
        point(isInside ? row * columns.length + column : undefined);
      }}
      onPointerLeave={() => point(undefined)}
    >
      {width > 0 && (
        <svg
          width={width}
          height={headPx + rows.length * rowHeightPx}
          viewBox={`0 0 ${width} ${headPx + rows.length * rowHeightPx}`}
          aria-hidden="true"
          focusable="false"
        >
          {columns.map((name, column) =>
            name === '' ? null : (
              <text key={name} className={styles.name} x={gutterPx + column * cellWidth} y={headPx - 8}>
                {name}
              </text>
            ),
          )}
          {rows.map((name, row) => (
            <text key={name} className={styles.name} x={0} y={headPx + (row + 0.5) * rowHeightPx} dy="0.3em">
              {name}
            </text>
          ))}
          {values.flatMap((cells, row) =>
            cells.map((value, column) => (
              <rect
                key={`${rows[row]} ${describe(row, column)}`}
                className={styles.cell}
                data-level={getLevel(value, highest)}
                style={toShade(getLevel(value, highest))}
                data-active={row * columns.length + column === active || undefined}
                x={gutterPx + column * cellWidth}
                y={headPx + row * rowHeightPx}
                width={Math.max(0, cellWidth - gapPx)}
                height={rowHeightPx - gapPx}
                rx={3}
              />
            )),
          )}
        </svg>
      )}
      {active !== undefined && (
        <ChartDetail
          title={description.title}
          entries={[description]}
          x={gutterPx + (place(active).column + 0.5) * cellWidth}
          y={headPx + (place(active).row + 1) * rowHeightPx}
          frameWidth={width}
          hint={choice?.hint}
        />
      )}
    </div>
  );
}

/** The scale of the shades. */
export function HeatMapLegend({ highest, unit }: { highest: number; unit: string }) {
  return (
    <Row as="p" justify="end" size="xs" tone="faint" number className={styles.heatMapLegend}>
      <span>0</span>
      <span className="visually-hidden"> to </span>
      {Array.from({ length: levelCount + 1 }, (_, level) => (
        <span key={level} className={styles.shade} data-level={level} style={toShade(level)} aria-hidden="true" />
      ))}
      <span>{formatCounted(highest, unit)}</span>
    </Row>
  );
}

/**
 * The shade of a value by the square root of its share of the highest, so that one busy cell does not leave all others in
 * one shade; 0 for a value of 0.
 */
export function getLevel(value: number, highest: number): number {
  if (value <= 0 || highest <= 0) return 0;
  return Math.min(levelCount, Math.max(1, Math.ceil(Math.sqrt(value / highest) * levelCount)));
}
