/** A byte order mark, without which spreadsheets take the text for one in another encoding. */
export const csvStart = '\uFEFF';

/** Numbers and yes-or-no values are never formulas, so that they stay numbers for a spreadsheet. */
export type CsvCell = string | number | boolean | null;

/**
 * A line of RFC 4180, every cell in quotes. A cell that a spreadsheet would run as a formula begins with an apostrophe, also
 * where blanks come before it.
 */
export const toCsvLine = (cells: readonly string[], separator = ','): string => `"${cells.join(`"${separator}"`)}"\r\n`;

/** Also one behind an apostrophe, so that taking the guard off gives back what was there before. */
const startsFormula = /^'*(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Restores a cell as it was before its guard, as `toCsvCell` and others write it. */
export function fromCsvCell(cell: string): string {
  if (cell.startsWith("'")) return startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
  // A formula that keeps the zeros before a number for Excel.
  return cell.startsWith('="') ? cell.replace(/^="([^"]*)"$/, '$1') : cell;
}

/** Renders the text between the quotes. */
export function toCsvCell(value: CsvCell): string {
  if (typeof value !== 'string') return value === null ? '' : `${value}`;
  const first = value.charCodeAt(0);
  const isUsual = (first >= 97 && first <= 122) || (first >= 65 && first <= 90) || (first >= 48 && first <= 57);
  const isFormula = !isUsual && startsFormula.test(value);
  const quoted = value.includes('"') ? value.replaceAll('"', '""') : value;
  return isFormula ? `'${quoted}` : quoted;
}
