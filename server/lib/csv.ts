/** A byte order mark, without which spreadsheets read UTF-8 as another encoding. */
export const csvStart = '\uFEFF';

/** Numbers and yes-or-no values are never formulas, so that they stay numbers for a spreadsheet. */
export type CsvCell = string | number | boolean | null;

/**
 * A line of RFC 4180, every cell in quotes. A cell that a spreadsheet would run as a formula begins with an apostrophe, also
 * where blanks come before it.
 */
export function toCsvLine(cells: readonly CsvCell[]): string {
  let line = '';
  for (const cell of cells) line += line === '' ? toCell(cell) : `,${toCell(cell)}`;
  return `${line}\r\n`;
}

const digitOrLetter = /^[0-9A-Za-z]/;

function toCell(value: CsvCell): string {
  if (typeof value !== 'string') return value === null ? '""' : `"${value}"`;
  const isFormula =
    !digitOrLetter.test(value) && (/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(value) || /^[\t\r\n]/.test(value));
  const quoted = value.includes('"') ? value.replaceAll('"', '""') : value;
  return `"${isFormula ? "'" : ''}${quoted}"`;
}
