import { foldSearch, foldText } from '../../lib/fold-text.ts';
import type { Column } from './columns.ts';

/** The order of a table, as its address holds it; without `sortBy` it is the server's. */
export interface SortOrder {
  readonly sortBy?: string | undefined;
  readonly order?: 'descending' | undefined;
}

/** A record with everything the search looks at, folded: made once per list, so that a keystroke only compares. */
export interface SearchableRecord<Row> {
  readonly row: Row;
  readonly text: string;
}

type Columns<Row, Context> = readonly Column<Row, Context>[];

/** Stands between the fields, so that no match runs from one into the next. No field can hold it. */
const fieldEnd = '\u0000';

/** One fixed language, so that the order is the same in every browser. */
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

export function toSearchable<Row, Context>(
  rows: readonly Row[],
  columns: Columns<Row, Context>,
): SearchableRecord<Row>[] {
  const listTexts = columns.flatMap(({ search, text }) => {
    if (search === undefined) return [];
    return [search === 'text' ? (row: Row) => [text?.(row) ?? ''] : search];
  });
  return rows.map((row) => ({
    row,
    text: foldText(listTexts.flatMap((toTexts) => toTexts(row)).join(fieldEnd)),
  }));
}

/** The records whose searched texts hold the literal search text, without regard to case and marks. */
export function findRecords<Row>(records: readonly SearchableRecord<Row>[], search: string): Row[] {
  const needle = foldSearch(search);
  const found = needle === '' ? records : records.filter(({ text }) => text.includes(needle));
  return found.map(({ row }) => row);
}

/** The records in this order. Equal records, and all of them without `sortBy`, stay as the server sent them. */
export function sortRecords<Row, Context>(
  rows: readonly Row[],
  columns: Columns<Row, Context>,
  { sortBy, order }: SortOrder,
): readonly Row[] {
  const column = columns.find(({ key, sort }) => key === sortBy && sort !== undefined);
  if (!column) return rows;
  const sign = order === 'descending' ? -1 : 1;
  const { sort, text } = column;
  const compare =
    typeof sort === 'function' ? sort : (a: Row, b: Row) => collator.compare(text?.(a) ?? '', text?.(b) ?? '');
  return rows.toSorted((a, b) => sign * compare(a, b));
}
