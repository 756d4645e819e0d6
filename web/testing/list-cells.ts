/** The cells of a row, with the one that names it. */
export function listCells(row: HTMLElement): HTMLTableCellElement[] {
  if (!(row instanceof HTMLTableRowElement)) throw new Error('This is no row of a table.');
  return [...row.cells];
}
