import type { ReactNode } from 'react';
import type { Column } from './columns.ts';
import type { SortOrder } from './find-records.ts';
import { RecordRow } from './record-row.tsx';
import type { RowLink, RowSelection } from './record-row.tsx';
import { RecordTableFrame, SkeletonRows } from './record-table-frame.tsx';
import styles from './record-table.module.css';
import { SpareSpace, useVirtualRows } from './virtual-rows.tsx';

interface RecordTableProps<Row, Context> {
  /** What the table lists, for screen readers. */
  caption: string;
  /** From `defineColumns`. */
  columns: readonly Column<Row, Context>[];
  /** Undefined while they are loading: a skeleton with the same columns keeps their place. */
  rows: readonly Row[] | undefined;
  getKey: (row: Row) => string;
  /** What is being loaded, for screen readers. */
  loadingLabel: string;
  skeletonRowCount?: number;
  /** What stands in place of a table without rows, usually an `EmptyState`. */
  empty: ReactNode;
  /** Marked in the columns that are searched. */
  search?: string | undefined;
  sort?: (SortOrder & { readonly onSort: (key: string) => void }) | undefined;
  link?: RowLink<Row> | undefined;
  selection?: RowSelection<Row> | undefined;
  isCurrent?: (row: Row) => boolean;
  /** The height in pixels of a row of one line. With it only the rows in view are in the page; for long lists. */
  rowHeightPx?: number;
  /** Smaller text and less room below 1024 px, for tables of many columns. */
  isDense?: boolean;
  /** Cells stand on one base line, for rows of several lines. */
  isBaselined?: boolean;
  /** `tr` elements below the rows. */
  foot?: ReactNode;
}

/** A table whose cells need nothing beside the record takes no context. */
type ContextProps<Context> = undefined extends Context ? { context?: Context } : { context: Context };

/**
 * The table of every list: heads, widths, rows, sorting and skeleton follow its columns. `loadingLabel` and
 * `empty` are required.
 *
 *     const columns = defineColumns<User>([{ key: 'email', label: 'E-mail', text: ({ email }) => email, isLink: true }]);
 *     <RecordTable caption="Users" columns={columns} rows={found} getKey={({ id }) => id} … />
 *
 * The record pages of `web/features/users` show it with toolbar, search in the address, selection and form.
 */
export function RecordTable<Row, Context = undefined>(props: RecordTableProps<Row, Context> & ContextProps<Context>) {
  const { rows, empty, loadingLabel, isDense, isBaselined } = props;
  if (rows?.length === 0) return empty;
  const context = props.context as Context;
  const columns = props.columns.filter(({ isShown }) => isShown?.(context) !== false);
  const body = { ...props, columns, context };
  return (
    <div
      className={styles.records}
      data-dense={isDense || undefined}
      data-baselined={isBaselined || undefined}
      aria-busy={rows === undefined || undefined}
    >
      {rows === undefined && (
        <>
          <span className="visually-hidden" role="status">
            {loadingLabel}
          </span>
          <div aria-hidden="true">
            <RecordTableFrame {...body} isSkeleton>
              <SkeletonRows {...body} />
            </RecordTableFrame>
          </div>
        </>
      )}
      {rows && props.rowHeightPx === undefined && <PlainBody {...body} rows={rows} />}
      {rows && props.rowHeightPx !== undefined && (
        <WindowedBody {...body} rows={rows} rowHeightPx={props.rowHeightPx} />
      )}
    </div>
  );
}

type BodyProps<Row, Context> = RecordTableProps<Row, Context> & { context: Context };
type FilledProps<Row, Context> = BodyProps<Row, Context> & { rows: readonly Row[] };

function PlainBody<Row, Context>(props: FilledProps<Row, Context>) {
  const { rows, getKey } = props;
  return (
    <RecordTableFrame {...props}>
      {rows.map((row, index) => (
        <RecordRow key={getKey(row)} {...getRowProps(props, row)} index={index} />
      ))}
    </RecordTableFrame>
  );
}

/** Rows kept beyond the edges, so that Tab and scrolling find the next ones drawn. */
const spareRows = 6;

/** Only the rows in view are in the page; empty rows keep the place of the others. */
function WindowedBody<Row, Context>(props: FilledProps<Row, Context> & { rowHeightPx: number }) {
  const { rows, getKey, rowHeightPx, columns, selection } = props;
  const {
    frame,
    rows: inView,
    before,
    after,
    measure,
  } = useVirtualRows({
    count: rows.length,
    rowHeightPx,
    spareRows,
    getKey: (index) => (index in rows ? getKey(rows[index] as Row) : index),
  });
  const columnCount = columns.length + Number(selection !== undefined);
  return (
    <div ref={frame}>
      <RecordTableFrame {...props} rowCount={rows.length + 1}>
        <SpareSpace heightPx={before} columnCount={columnCount} />
        {inView.map(({ index }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return <RecordRow key={getKey(row)} {...getRowProps(props, row)} index={index} measure={measure} />;
        })}
        <SpareSpace heightPx={after} columnCount={columnCount} />
      </RecordTableFrame>
    </div>
  );
}

function getRowProps<Row, Context>(props: FilledProps<Row, Context>, row: Row) {
  const { columns, context, search = '', link, selection, isCurrent } = props;
  return {
    row,
    columns,
    context,
    search,
    link,
    isCurrent: isCurrent?.(row) === true,
    isSelected: selection?.has(row),
    selectLabel: selection?.getLabel(row) ?? '',
    onToggle: selection?.toggle,
  };
}
