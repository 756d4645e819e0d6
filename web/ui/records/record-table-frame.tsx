import type { CSSProperties, ReactNode } from 'react';
import skeleton from '../feedback/feedback.module.css';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';
import type { SortOrder } from './find-records.ts';
import { getCellProps, hasActions, getWidthStyle, toPhoneMark, type RowSelection } from './record-row.tsx';
import tableStyles from './data-table.module.css';
import styles from './record-table.module.css';
import { ArrowDownIcon, ArrowUpIcon } from '../drawings/icons.tsx';

interface FrameProps<Row, Context> {
  caption: string;
  columns: readonly Column<Row, Context>[];
  sort?: (SortOrder & { readonly onSort: (key: string) => void }) | undefined;
  selection?: RowSelection<Row> | undefined;
  /** Rows with the head, of a list of which only a part may be in the page. */
  rowCount?: number;
  /** Heads without their buttons. */
  isSkeleton?: boolean;
  foot?: ReactNode;
  /** `tbody` */
  children: ReactNode;
}

/** Widths, heads and foot of a table of records around its rows. */
export function RecordTableFrame<Row, Context>(props: FrameProps<Row, Context>) {
  const { caption, columns, sort, selection, rowCount, isSkeleton = false, foot, children } = props;
  const isLong = rowCount !== undefined;
  return (
    <DataTable caption={caption} {...(isLong && { rowCount })}>
      <colgroup>
        {selection && <col className={styles.checkColumn} />}
        {columns.map((column) => (
          <col key={column.key} style={getWidthStyle(column)} data-phone={toPhoneMark(column.phone)} />
        ))}
      </colgroup>
      <thead role={isLong ? 'rowgroup' : undefined}>
        <tr role={isLong ? 'row' : undefined} aria-rowindex={isLong ? 1 : undefined}>
          {selection && <SelectionHead {...{ selection, isSkeleton, isLong }} />}
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} isLong={isLong} sort={isSkeleton ? undefined : sort} />
          ))}
        </tr>
      </thead>
      {children}
      {foot !== undefined && <tfoot>{foot}</tfoot>}
    </DataTable>
  );
}

/** The widths of the columns for the rows of a long list, each of which is a grid of its own. */
export function getGridStyle<Row, Context>(
  columns: readonly Column<Row, Context>[],
  hasSelection: boolean,
  rowHeightPx: number,
) {
  const toTracks = (widths: readonly (string | undefined)[]) =>
    [...(hasSelection ? ['var(--check-width)'] : []), ...widths.map((width) => width ?? 'minmax(0, 1fr)')].join(' ');
  return {
    '--tracks': toTracks(columns.map(({ width }) => width)),
    '--narrow-tracks': toTracks(columns.map(({ width, narrowWidth = width }) => narrowWidth)),
    '--row-height': `${rowHeightPx}px`,
  } as CSSProperties;
}

/** Said again where the style sheet takes the cell out of the layout of tables. */
const getHeadRole = (isLong: boolean) => (isLong ? 'columnheader' : undefined);

interface ColumnHeadProps<Row, Context> extends Pick<FrameProps<Row, Context>, 'sort'> {
  column: Column<Row, Context>;
  isLong: boolean;
}

function ColumnHead<Row, Context>({ column, isLong, sort }: ColumnHeadProps<Row, Context>) {
  const { key, label, isLabelHidden, align, isSpaced, phone } = column;
  if (sort && column.sort) {
    const sorted = sort.sortBy === key ? (sort.order ?? 'ascending') : undefined;
    return <SortHeader {...{ label, align, isSpaced, phone, sorted, isLong }} onSort={() => sort.onSort(key)} />;
  }
  return (
    <th
      scope="col"
      role={getHeadRole(isLong)}
      data-actions={hasActions(column) || undefined}
      data-align={align}
      data-phone={toPhoneMark(phone)}
      data-spaced={isSpaced || undefined}
    >
      {isLabelHidden ? <span className="visually-hidden">{label}</span> : label}
    </th>
  );
}

interface SelectionHeadProps<Row> {
  selection: RowSelection<Row>;
  isSkeleton: boolean;
  isLong: boolean;
}

function SelectionHead<Row>({ selection, isSkeleton, isLong }: SelectionHeadProps<Row>) {
  const { headLabel, headState, toggleAll } = selection;
  return (
    <th scope="col" role={getHeadRole(isLong)} className={styles.check}>
      {!isSkeleton && (
        <label>
          <input
            type="checkbox"
            aria-label={headLabel}
            checked={headState === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = headState === 'some';
            }}
            onChange={toggleAll}
          />
        </label>
      )}
    </th>
  );
}

const skeletonWidthsPercent = [62, 48, 74, 55, 68, 40];

interface SkeletonRowsProps<Row, Context> extends Pick<FrameProps<Row, Context>, 'columns' | 'selection'> {
  skeletonRowCount?: number;
}

/** Rows of the same height before the records arrive, so that nothing jumps. */
export function SkeletonRows<Row, Context>(props: SkeletonRowsProps<Row, Context>) {
  const { columns, selection, skeletonRowCount = 8 } = props;
  return Array.from({ length: skeletonRowCount }, (_, row) => (
    <tr key={row}>
      {selection && <td className={styles.check} />}
      {columns.map((column, index) => (
        <td key={column.key} {...getCellProps(column)}>
          <span
            className={skeleton.bone}
            style={{ width: `${skeletonWidthsPercent[(row + index) % skeletonWidthsPercent.length]}%` }}
          />
        </td>
      ))}
    </tr>
  ));
}

interface SortHeaderProps {
  label: string;
  /** Undefined where another column sorts the table. */
  sorted?: 'ascending' | 'descending' | undefined;
  onSort: () => void;
  align?: 'start' | 'end' | undefined;
  /** Keeps more room to the column before. */
  isSpaced?: boolean | undefined;
  phone?: Column<never>['phone'];
  isLong: boolean;
}

/** A column head that sorts; the caller decides the new order. */
function SortHeader({ label, sorted, onSort, align = 'start', isSpaced, phone, isLong }: SortHeaderProps) {
  return (
    <th
      scope="col"
      role={getHeadRole(isLong)}
      aria-sort={sorted ?? 'none'}
      data-align={align}
      data-phone={toPhoneMark(phone)}
      data-spaced={isSpaced || undefined}
    >
      <button type="button" className={tableStyles.sort} data-sorted={sorted} onClick={onSort}>
        <span>{label}</span>
        {sorted === 'descending' ? <ArrowDownIcon size={14} /> : <ArrowUpIcon size={14} />}
      </button>
    </th>
  );
}
