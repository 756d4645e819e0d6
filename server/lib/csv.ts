/** A byte order mark, without which spreadsheets read UTF-8 as another encoding. */
export const csvStart = '\uFEFF';

/**
 * A line of RFC 4180, every cell in quotes. A cell that a spreadsheet would run as a formula begins with an apostrophe, also
 * where blanks come before it.
 */
export function toCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string | null): string {
  const text = value ?? '';
  const isFormula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text);
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
