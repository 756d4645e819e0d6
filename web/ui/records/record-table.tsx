import { Fragment, startTransition, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Column } from './columns.ts';
import type { SortOrder } from './find-records.ts';
import { RecordRow, type RowLink, type RowSelection } from './record-row.tsx';
import { getGridStyle, RecordTableFrame, SkeletonRows } from './record-table-frame.tsx';
import styles from './record-table.module.css';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useIsPrinting } from '../../lib/use-is-printing.ts';
import { copyRows, SpareSpace, useReveal, useVirtualRows } from './virtual-rows.tsx';

interface RecordTableProps<Row, Context> {
  /** Name of the table for screen readers. */
  caption: string;
  /** From `defineColumns`. */
  columns: readonly Column<Row, Context>[];
  /** Undefined while they are loading: a skeleton with the same columns keeps their place. */
  rows: readonly Row[] | undefined;
  getKey: (row: Row) => string;
  /** Text for screen readers while the rows are loading. */
  loadingLabel: string;
  skeletonRowCount?: number;
  /** Replacement of a table without rows, usually an `EmptyState`. */
  empty: ReactNode;
  /** Marked in the columns that are searched. */
  search?: string | undefined;
  sort?: (SortOrder & { readonly onSort: (key: string) => void }) | undefined;
  link?: RowLink<Row> | undefined;
  selection?: RowSelection<Row> | undefined;
  isCurrent?: (row: Row) => boolean;
  /** The key of a row that is scrolled to and marked, because it is new. */
  revealedKey?: string | undefined;
  /** The height in pixels of a row of one line. With it a list above 2,500 rows has only those in view in the page. */
  rowHeightPx?: number;
  /** Smaller text and less room below 1024 px, for tables of many columns. */
  isDense?: boolean;
  /** Cells stand on one base line, for rows of several lines. */
  isBaselined?: boolean;
  /** `tr` elements below the rows. */
  foot?: ReactNode;
  /** Content of a line of its own below a row; not in long lists. */
  renderBelow?: ((row: Row) => ReactNode) | undefined;
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
 * The record pages of `features/people/web/users` show it with toolbar, search in the address, selection and form.
 */
export function RecordTable<Row, Context = undefined>(props: RecordTableProps<Row, Context> & ContextProps<Context>) {
  const { rows, empty, loadingLabel, rowHeightPx, isDense, isBaselined } = props;
  const context = props.context as Context;
  // The same columns for as long as they can be, because other ones draw every row anew.
  const columns = useMemo(
    () => props.columns.filter(({ isShown }) => isShown?.(context) !== false),
    [props.columns, context],
  );
  if (rows?.length === 0) return empty;
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
              <tbody>
                <SkeletonRows {...body} />
              </tbody>
            </RecordTableFrame>
          </div>
        </>
      )}
      {rows && rowHeightPx === undefined && (
        <RecordTableFrame {...body}>
          <tbody>
            <Rows {...body} rows={rows} />
          </tbody>
        </RecordTableFrame>
      )}
      {rows && rowHeightPx !== undefined && <LongBody {...body} rows={rows} rowHeightPx={rowHeightPx} />}
    </div>
  );
}

/** Up to here a list is whole in the page, so that the search of the browser, copying and printing find every row. */
const wholeRowsMax = 2500;

type BodyProps<Row, Context> = RecordTableProps<Row, Context> & { context: Context };
type FilledProps<Row, Context> = BodyProps<Row, Context> & { rows: readonly Row[] };

/** Rows kept beyond the edges, so that Tab and scrolling find the next ones drawn. */
const spareRows = 6;

/**
 * A list that may be long. Up to 2,500 rows it is whole in the page; a longer one has only the rows in view there. After a
 * keystroke, and when the list opens, these rows come first and the others follow; on paper every list is whole.
 */
function LongBody<Row, Context>(props: FilledProps<Row, Context> & { rowHeightPx: number }) {
  const { rows, getKey, rowHeightPx, columns, selection, search = '', sort, revealedKey } = props;
  const isPrinting = useIsPrinting();
  const isLonger = rows.length > wholeRowsMax;
  const list = [search, sort?.sortBy, sort?.order, rows.length].join('\n');
  const moreRows = useRowsBeyondView(list, isLonger ? 0 : rows.length);
  const frame = useRef<HTMLDivElement>(null);
  const { measure, scrollTo, ...shown } = useVirtualRows({
    frame,
    count: rows.length,
    rowHeightPx,
    spareRows: spareRows + moreRows,
    isWhole: isPrinting || (!isLonger && moreRows >= rows.length),
    getKey: (index) => (index in rows ? getKey(rows[index] as Row) : index),
  });
  useReveal(rows, getKey, revealedKey, scrollTo);
  const columnCount = columns.length + Number(selection !== undefined);
  return (
    <div
      ref={frame}
      className={styles.long}
      style={getGridStyle(columns, selection !== undefined, rowHeightPx)}
      onCopy={copyRows}
    >
      <RecordTableFrame {...props} rowCount={rows.length + 1}>
        {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- the style sheet takes it out of the layout of tables */}
        <tbody role="rowgroup">
          <SpareSpace heightPx={shown.before} columnCount={columnCount} />
          {rows.slice(shown.from, shown.to).map((row, index) => (
            <RecordRow
              key={getKey(row)}
              {...getRowProps(props, row)}
              index={shown.from + index}
              isLong
              measure={isLonger && !isPrinting ? measure : undefined}
            />
          ))}
          <SpareSpace heightPx={shown.after} columnCount={columnCount} />
        </tbody>
      </RecordTableFrame>
    </div>
  );
}

/** A list of so few rows is drawn at once. */
const fewRows = 40;
/** Rows that follow at once, at both ends, so that a keystroke waits for no more than these. */
const sliceRows = 40;
/** A pause in typing, in milliseconds, after which the rows out of view follow. */
const typingPauseMs = 250;

/**
 * The rows that are drawn beyond those in view, up to `rowCount`: none for a list of another search, order or length,
 * then slices of them once it has stood for a moment, each when the browser has time.
 */
function useRowsBeyondView(list: string, rowCount: number): number {
  const rested = useDebounced(list, typingPauseMs);
  const [drawn, setDrawn] = useState({ list, count: 0 });
  const count = drawn.list === list ? drawn.count : 0;
  const isDone = rowCount <= fewRows || count >= rowCount;
  useEffect(() => {
    if (isDone || rested !== list) return;
    startTransition(() => setDrawn({ list, count: count + sliceRows }));
  }, [list, rested, count, isDone]);
  return isDone ? rowCount : count;
}

function Rows<Row, Context>(props: FilledProps<Row, Context>) {
  const { rows, getKey, columns, selection, renderBelow, revealedKey } = props;
  useReveal(rows, getKey, revealedKey);
  return (
    <>
      {rows.map((row, index) => {
        const below = renderBelow?.(row);
        return (
          <Fragment key={getKey(row)}>
            <RecordRow {...getRowProps(props, row)} index={index} />
            {below && (
              <tr className={styles.below}>
                <td colSpan={columns.length + Number(selection !== undefined)}>{below}</td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </>
  );
}

function getRowProps<Row, Context>(props: FilledProps<Row, Context>, row: Row) {
  const { columns, context, search = '', link, selection, isCurrent, revealedKey, getKey } = props;
  return {
    row,
    columns,
    context,
    search,
    link,
    isCurrent: isCurrent?.(row) === true,
    isRevealed: revealedKey !== undefined && getKey(row) === revealedKey,
    isSelected: selection?.has(row),
    selectLabel: selection?.getLabel(row) ?? '',
    onToggle: selection?.toggle,
  };
}
