import type { ReactNode } from 'react';
import skeleton from '../feedback/skeleton.module.css';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';
import type { SortOrder } from './find-records.ts';
import { getCellProps, getWidthStyle } from './record-row.tsx';
import type { RowSelection } from './record-row.tsx';
import tableStyles from './data-table.module.css';
import styles from './record-table.module.css';
import { ArrowDownIcon, ArrowUpIcon } from '../drawings/icons.tsx';

interface FrameProps<Row, Context> {
  caption: string;
  columns: readonly Column<Row, Context>[];
  sort?: (SortOrder & { readonly onSort: (key: string) => void }) | undefined;
  selection?: RowSelection<Row> | undefined;
  /** Rows with the head, where only a part of them is in the page. */
  rowCount?: number;
  /** Heads without their buttons. */
  isSkeleton?: boolean;
  foot?: ReactNode;
  /** One `tbody` or more: the browser lays out again only those that change. */
  children: ReactNode;
}

/** Widths, heads and foot of a table of records around its rows. */
export function RecordTableFrame<Row, Context>(props: FrameProps<Row, Context>) {
  const { caption, columns, sort, selection, rowCount, isSkeleton = false, foot, children } = props;
  return (
    <DataTable caption={caption} {...(rowCount !== undefined && { rowCount })}>
      <colgroup>
        {selection && <col className={styles.checkColumn} />}
        {columns.map((column) => (
          <col key={column.key} style={getWidthStyle(column)} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={rowCount && 1}>
          {selection && <SelectionHead selection={selection} isSkeleton={isSkeleton} />}
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} sort={isSkeleton ? undefined : sort} />
          ))}
        </tr>
      </thead>
      {children}
      {foot !== undefined && <tfoot>{foot}</tfoot>}
    </DataTable>
  );
}

function ColumnHead<Row, Context>({
  column,
  sort,
}: { column: Column<Row, Context> } & Pick<FrameProps<Row, Context>, 'sort'>) {
  const { key, label, isLabelHidden, align, isSpaced } = column;
  if (sort && column.sort) {
    const sorted = sort.sortBy === key ? (sort.order ?? 'ascending') : undefined;
    return <SortHeader {...{ label, align, isSpaced, sorted }} onSort={() => sort.onSort(key)} />;
  }
  return (
    <th scope="col" data-align={align} data-spaced={isSpaced || undefined}>
      {isLabelHidden ? <span className="visually-hidden">{label}</span> : label}
    </th>
  );
}

interface SelectionHeadProps<Row> {
  selection: RowSelection<Row>;
  isSkeleton: boolean;
}

function SelectionHead<Row>({ selection, isSkeleton }: SelectionHeadProps<Row>) {
  const { headLabel, headState, toggleAll } = selection;
  return (
    <th scope="col" className={styles.check}>
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
}

/** A column head that sorts; the caller decides the new order. */
function SortHeader({ label, sorted, onSort, align = 'start', isSpaced }: SortHeaderProps) {
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} data-align={align} data-spaced={isSpaced || undefined}>
      <button type="button" className={tableStyles.sort} data-sorted={sorted} onClick={onSort}>
        {label}
        {sorted === 'descending' ? <ArrowDownIcon size={14} /> : <ArrowUpIcon size={14} />}
      </button>
    </th>
  );
}
