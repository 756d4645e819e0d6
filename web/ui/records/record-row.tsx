import { memo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { isPlainClick, isRowClick } from '../../lib/plain-click.ts';
import type { Column } from './columns.ts';
import { HighlightedText } from '../text/highlighted-text.tsx';
import { Text } from '../layout/layout.tsx';
import styles from './record-table.module.css';

/** Link of a row: its address, and the action of a plain click instead of following it. */
export interface RowLink<Row> {
  readonly getAddress: (row: Row) => string;
  readonly open: (row: Row) => void;
  /** A click anywhere in the row opens it too. */
  readonly isWholeRow?: boolean;
  readonly opensDialog?: boolean;
}

/** The checkboxes of a table; `useSelection` makes them. */
export interface RowSelection<Row> {
  readonly headLabel: string;
  readonly getLabel: (row: Row) => string;
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row, isSelected: boolean) => void;
  readonly headState: 'all' | 'some' | 'none';
  readonly toggleAll: () => void;
}

interface RecordRowProps<Row, Context> {
  row: Row;
  /** Place among the rows, from 0. */
  index: number;
  columns: readonly Column<Row, Context>[];
  context: Context;
  search: string;
  link: RowLink<Row> | undefined;
  isCurrent: boolean;
  /** New, and therefore marked. */
  isRevealed?: boolean;
  /** Undefined where rows can not be selected. */
  isSelected: boolean | undefined;
  selectLabel: string;
  onToggle: ((row: Row, isSelected: boolean) => void) | undefined;
  /** Virtual lists lay rows out as grids; ARIA roles keep them table rows. */
  isLong?: boolean;
  /** For rows of a windowed table. */
  measure?: ((row: HTMLTableRowElement | null) => void) | undefined;
}

/** One record. Its link opens it; a click anywhere else in the row does the same for the mouse, where the table says so. */
function Row<Record, Context>(props: RecordRowProps<Record, Context>) {
  const { row, index, columns, context, search, link, isCurrent, isSelected, selectLabel, onToggle, isLong, measure } =
    props;
  const cellRole = isLong ? 'cell' : undefined;
  const header = findHeader(columns);
  const openFromRow = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!link || !isRowClick(event)) return;
    // A dialog that was opened gives the focus back to the link when it closes.
    event.currentTarget.querySelector('a')?.focus({ preventScroll: true });
    link.open(row);
  };
  return (
    <tr
      ref={measure}
      role={isLong ? 'row' : undefined}
      data-index={index}
      data-selected={isSelected || undefined}
      data-clickable={link?.isWholeRow || undefined}
      data-revealed={props.isRevealed || undefined}
      aria-current={isCurrent ? 'true' : undefined}
      aria-rowindex={isLong ? index + 2 : undefined}
      onClick={link?.isWholeRow ? openFromRow : undefined}
    >
      {onToggle && (
        <td role={cellRole} className={styles.check}>
          <label>
            <input
              type="checkbox"
              aria-label={selectLabel}
              checked={isSelected === true}
              onChange={(event) => onToggle(row, event.currentTarget.checked)}
            />
          </label>
        </td>
      )}
      {columns.map((column) => {
        const { key, isLink, overflow, look, text, below } = column;
        const content = column.cell ? column.cell(row, context, index) : <CellText {...{ column, row, search }} />;
        const title = overflow === 'one-line' || overflow === 'three-lines' ? text?.(row) : undefined;
        const isHeader = column === header;
        const Cell = isHeader ? 'th' : 'td';
        return (
          <Cell
            key={key}
            scope={isHeader ? 'row' : undefined}
            role={isHeader && isLong ? 'rowheader' : cellRole}
            {...getCellProps(column)}
            title={isLink ? undefined : title}
          >
            {isLink && link ? (
              <RowAnchor row={row} link={link} look={look} overflow={overflow} title={title}>
                {content}
              </RowAnchor>
            ) : (
              content
            )}
            {below?.(row, context)}
          </Cell>
        );
      })}
    </tr>
  );
}

/** The column that names a row, which screen readers say with each of its cells. */
function findHeader<Named extends Pick<Column<never>, 'isHeader' | 'isLink'>>(columns: readonly Named[]) {
  return columns.find(({ isHeader }) => isHeader) ?? columns.find(({ isLink }) => isLink) ?? columns[0];
}

/** Drawn again only where its own props change. */
export const RecordRow = memo(Row) as typeof Row;

/** Buttons and menus at the end of the rows, which stay in view where the table scrolls. */
export const hasActions = ({ isLabelHidden, align }: Pick<Column<never>, 'isLabelHidden' | 'align'>): boolean =>
  isLabelHidden === true && align === 'end';

/** Attributes that head, cell and skeleton of a column share. */
export function getCellProps<Row, Context>(column: Column<Row, Context>) {
  const { align, isSpaced, look, overflow, isName, phone } = column;
  return {
    'data-phone': toPhoneMark(phone),
    'data-actions': hasActions(column) || undefined,
    'data-align': align,
    'data-spaced': isSpaced || undefined,
    'data-look': look,
    'data-overflow': overflow,
    // Figures stand at the end. A translation comes late, and would be that of the figure before.
    translate: align === 'end' || isName ? ('no' as const) : undefined,
  };
}

/** The widths of a column for `col`; the style sheet takes the narrow one below 1024 px. */
export function getWidthStyle<Row, Context>({ width, narrowWidth = width, phone }: Column<Row, Context>) {
  const phoneWidth = phone === 'off' ? undefined : phone;
  return { '--width': width, '--narrow-width': narrowWidth, '--phone-width': phoneWidth } as CSSProperties;
}

/** Mark of a column that stands, or is left out, on a phone; undefined in tables that scroll there. */
export const toPhoneMark = (phone: Column<never>['phone']) =>
  phone === undefined ? undefined : phone === 'off' ? 'off' : 'on';

interface CellTextProps<Row, Context> {
  column: Column<Row, Context>;
  row: Row;
  search: string;
}

function CellText<Row, Context>({ column, row, search }: CellTextProps<Row, Context>) {
  const text = column.text?.(row) ?? '';
  return <bdi>{column.search ? <HighlightedText text={text} query={search} /> : text}</bdi>;
}

interface RowAnchorProps<Row> {
  row: Row;
  link: RowLink<Row>;
  look: string | undefined;
  overflow: string | undefined;
  title: string | undefined;
  children: ReactNode;
}

/** A plain anchor, because the router's own link costs more than the rest of the row. */
function RowAnchor<Row>({ row, link, look, overflow, title, children }: RowAnchorProps<Row>) {
  return (
    <Text
      href={link.getAddress(row)}
      aria-haspopup={link.opensDialog ? 'dialog' : undefined}
      as="a"
      weight="medium"
      className={styles.link}
      data-look={look}
      data-overflow={overflow}
      title={title}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        link.open(row);
      }}
    >
      {children}
    </Text>
  );
}
