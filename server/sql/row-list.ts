import type { RowPage } from './sql.ts';

/** A page that keeps its rows. */
export function startRowList<Row>(): RowPage<Row, readonly Row[]> {
  const rows: Row[] = [];
  return { add: (row) => void rows.push(row), end: () => rows };
}
