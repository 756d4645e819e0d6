import { memo, useDeferredValue, useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Column } from './columns.ts';
import type { SortOrder } from './find-records.ts';
import { RecordRow } from './record-row.tsx';
import type { RowLink, RowSelection } from './record-row.tsx';
import { RecordTableFrame, SkeletonRows } from './record-table-frame.tsx';
import styles from './record-table.module.css';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useIsPrinting } from '../../lib/use-is-printing.ts';
import { useReveal } from './use-reveal.ts';
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
  /** The key of a row that is scrolled to and marked, because it is new. */
  revealedKey?: string | undefined;
  /** The height in pixels of a row of one line. With it a list above 500 rows has only those in view in the page. */
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
const wholeRowsMax = 500;

type BodyProps<Row, Context> = RecordTableProps<Row, Context> & { context: Context };
type FilledProps<Row, Context> = BodyProps<Row, Context> & { rows: readonly Row[] };

/** A pause in typing, in milliseconds, after which the whole list is brought up to date. */
const typingPauseMs = 250;

/**
 * A list that may be long. Up to 500 rows it is whole in the page. While a search is being typed, and in a longer list,
 * the rows in view stand in its place, so that a keystroke draws these alone; on paper every list is whole.
 */
function LongBody<Row, Context>(props: FilledProps<Row, Context> & { rowHeightPx: number }) {
  const { rows, search, getKey, revealedKey } = props;
  const isPrinting = useIsPrinting();
  const isTyping = useDeferredValue(useDebounced(search, typingPauseMs)) !== search;
  const isWhole = isPrinting || rows.length <= wholeRowsMax;
  const isWindowed = !isPrinting && (isTyping || !isWhole);
  const frame = useRef<HTMLDivElement>(null);
  useReveal(rows, getKey, isWhole ? revealedKey : undefined, () => {
    frame.current?.querySelector('tr[data-revealed]')?.scrollIntoView?.({ block: 'center' });
  });
  return (
    <div ref={frame}>
      <RecordTableFrame {...props} {...(!isWhole && { rowCount: rows.length + 1 })}>
        {isWindowed && (
          <tbody>
            <RowsInView {...props} frame={frame} />
          </tbody>
        )}
        {isWhole && (
          <tbody hidden={isWindowed}>
            <WholeRows {...props} isHidden={isWindowed} />
          </tbody>
        )}
      </RecordTableFrame>
    </div>
  );
}

function Rows<Row, Context>(props: FilledProps<Row, Context> & { isHidden?: boolean }) {
  const { rows, getKey } = props;
  return (
    <>
      {rows.map((row, index) => (
        <RecordRow key={getKey(row)} {...getRowProps(props, row)} index={index} />
      ))}
    </>
  );
}

/** As they were for as long as they are hidden. */
const WholeRows = memo(Rows, (_before, { isHidden }) => isHidden === true) as typeof Rows;

/** Rows kept beyond the edges, so that Tab and scrolling find the next ones drawn. */
const spareRows = 6;

type RowsInViewProps<Row, Context> = FilledProps<Row, Context> & {
  rowHeightPx: number;
  frame: RefObject<HTMLDivElement | null>;
};

/** Only the rows in view; empty rows keep the place of the others. */
function RowsInView<Row, Context>(props: RowsInViewProps<Row, Context>) {
  const { rows, getKey, rowHeightPx, columns, selection, frame, revealedKey } = props;
  const {
    rows: inView,
    before,
    after,
    measure,
    scrollTo,
  } = useVirtualRows({
    frame,
    count: rows.length,
    rowHeightPx,
    spareRows,
    getKey: (index) => (index in rows ? getKey(rows[index] as Row) : index),
  });
  useReveal(rows, getKey, revealedKey, scrollTo);
  const columnCount = columns.length + Number(selection !== undefined);
  return (
    <>
      <SpareSpace heightPx={before} columnCount={columnCount} />
      {inView.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return <RecordRow key={getKey(row)} {...getRowProps(props, row)} index={index} measure={measure} />;
      })}
      <SpareSpace heightPx={after} columnCount={columnCount} />
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
