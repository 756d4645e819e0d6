import type { ReactNode } from 'react';

/** A share of the table's width, or a width that stays. */
export type ColumnWidth = `${number}%` | `${number}rem`;

/**
 * One column of a table of records. Head, rows, skeleton, widths, sort order and search text are all read from here.
 * A column shows its `text`, or its `cell` where words alone do not do. `Context` is what the cells of a table need
 * beside their record, such as the time zone or what a menu of the row does.
 */
export interface Column<Row, Context = undefined> {
  /** Stands in the address (`?sortBy=`) where the table is sorted by the column. */
  readonly key: string;
  readonly label: string;
  /** Shows the label to screen readers only. */
  readonly isLabelHidden?: boolean;
  /** Columns without a width share the rest, so each table has one. */
  readonly width?: ColumnWidth;
  /** The width below 1024 px, where it differs. */
  readonly narrowWidth?: ColumnWidth;
  /** The width below 640 px, or `off` for a column that is left out there. With it the table fits the window of a phone. */
  readonly phone?: ColumnWidth | 'off';
  /** For figures, and for buttons and menus at the end of a row. */
  readonly align?: 'end';
  /** Keeps more room to the column before, where a start-aligned column follows an end-aligned one. */
  readonly isSpaced?: boolean;
  /** Long text: cut on one line, cut after three lines, or broken at any letter. Words are never broken otherwise. */
  readonly overflow?: 'one-line' | 'three-lines' | 'anywhere';
  /** Names of people, companies and files, ids and addresses: a translation of them would be another one. */
  readonly isName?: boolean;
  readonly look?: 'strong' | 'soft' | 'quiet-link' | 'plain-link';
  /** The cell in words. A column without it can not be searched, nor sorted by text. */
  readonly text?: (row: Row) => string;
  readonly cell?: (row: Row, context: Context, index: number) => ReactNode;
  /** Puts the cell inside the link of the row. */
  readonly isLink?: boolean;
  /** Names the row, where it is neither the column of the link nor the first one. */
  readonly isHeader?: boolean;
  /** Small words and links below the cell, outside of its link. */
  readonly below?: (row: Row, context: Context) => ReactNode;
  /** Makes the head a button that sorts: by the text as people read it, or by the comparison. */
  readonly sort?: 'text' | ((a: Row, b: Row) => number);
  /** Lets the search look at the text, where its match is marked, or at these texts. */
  readonly search?: 'text' | ((row: Row) => readonly string[]);
  /** Leaves the column out, for example for users without a capability. */
  readonly isShown?: (context: Context) => boolean;
}

/**
 * The columns of one table, checked when the module loads, so that every test of the page fails for columns that can not
 * stand side by side.
 */
export function defineColumns<Row, Context = undefined>(
  columns: readonly Column<Row, Context>[],
): readonly Column<Row, Context>[] {
  const keys = new Set(columns.map(({ key }) => key));
  if (keys.size < columns.length) throw new Error('Two columns have the same key.');
  if (columns.every(({ width }) => width !== undefined)) throw new Error('No column takes the rest of the width.');
  for (const widthOf of ['width', 'narrowWidth'] as const) {
    const percent = columns.reduce((sum, column) => sum + toPercent(column[widthOf] ?? column.width), 0);
    if (percent >= 100) throw new Error(`The columns take ${percent}% of the width.`);
  }
  for (const { key, text, cell, sort, search } of columns) {
    const needsText = cell === undefined || sort === 'text' || search === 'text';
    if (needsText && text === undefined) throw new Error(`The column ${key} has no text.`);
  }
  return columns;
}

function toPercent(width: ColumnWidth | undefined): number {
  return width?.endsWith('%') ? Number.parseFloat(width) : 0;
}
