import { separators, type CsvSettings, type Separator } from '#features/imports/contract/import-settings.ts';
import { countNamed, findZoneName } from './column-names.ts';
import { findAssistant, guessColumns } from './guess-columns.ts';
import { findDateFormats, readDate } from './parse-date.ts';
import { splitCsv, toCells, type CellRules } from './split-csv.ts';

type Rows = ReadonlyArray<readonly string[]>;

const sampleLength = 65_536;
const sampleRows = 50;

/** The line by which Excel knows the separator of a file: `sep=;`. */
const separatorLine = /^\uFEFF?"?sep=(?<separator>.)"?[\t ]*(?=[\r\n])/i;

const isSeparator = (text: string | undefined): text is Separator => separators.some((each) => each === text);

/** Finds the declared separator, else the one that divides most of the first rows into the same number of columns. */
export function findSeparator(units: string, escape: CsvSettings['escape']): Separator {
  const written = separatorLine.exec(units)?.groups?.['separator'];
  if (isSeparator(written)) return written;
  const scored = separators.map((separator) => ({ separator, score: scoreSeparator(units, { separator, escape }) }));
  return scored.toSorted((one, other) => other.score - one.score)[0]?.separator ?? ',';
}

/** Columns times the share of rows that have as many: a comma in texts divides each row into another number. */
function scoreSeparator(units: string, rules: CellRules): number {
  const sample = units.slice(0, sampleLength);
  const { spans } = splitCsv(sample, { ...rules, isLast: true, maxSpans: sampleRows });
  // The last one may be cut.
  const whole = spans.length > 1 && sample.length < units.length ? spans.slice(0, -1) : spans;
  const counts = whole.map(({ from, until }) => toCells(sample.slice(from, until), rules).length);
  const wide = counts.filter((count) => count > 1);
  const [most = []] = [...Map.groupBy(wide, (count) => count).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  const share = most.length / Math.max(1, counts.length);
  return share * share * Math.min(most[0] ?? 0, 12);
}

/** Whether a backslash stands before quotes, line ends and separators in cells, as MySQL and PostgreSQL's COPY write them. */
export function findEscape(units: string): CsvSettings['escape'] {
  const sample = units.slice(0, sampleLength);
  const [escaped, doubled] = [/[^\\,;\t|]\\"(?![,;\t|\r\n])/g, /[^,;\t|\r\n"]""/g].map(
    (each) => sample.match(each)?.length ?? 0,
  );
  const isNull = /(?:^|[\t,;|])\\N(?:[\t,;|\r\n]|$)/m.test(sample);
  const isTabbed = sample.includes('\t') && !sample.includes('"') && /\\[nt\\]/.test(sample);
  return (escaped ?? 0) > (doubled ?? 0) || isNull || isTabbed ? 'backslash' : undefined;
}

const mostSkipped = 30;
const isDate = (cell: string) =>
  (['iso', 'day-first', 'month-first', 'named'] as const).some((format) => readDate(cell, format));
const hasDate = (row: readonly string[]) => row.some((cell) => /\d/.test(cell) && isDate(cell));
const countFilled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length;

interface Head {
  readonly skippedRows: number;
  readonly hasHeader: boolean;
}

/**
 * Finds the row that names the columns: the one with most usual names, else the one above the first row with a date. Rows above
 * it are the title of the table, or a line for a program.
 */
function findHead(rows: Rows): Head {
  const beginning = rows.slice(0, mostSkipped);
  const named = beginning.map((row) => (hasDate(row) ? 0 : countNamed(row)));
  const most = Math.max(0, ...named);
  if (most > 1) return { skippedRows: named.indexOf(most), hasHeader: true };
  const dated = beginning.findIndex((row) => countFilled(row) > 1 && hasDate(row));
  const before = rows[dated - 1];
  const width = countFilled(rows[dated] ?? []);
  if (dated > 0 && before && countFilled(before) > 1 && countFilled(before) * 2 > width && !hasDate(before)) {
    return { skippedRows: dated - 1, hasHeader: true };
  }
  if (dated > 0) return { skippedRows: dated, hasHeader: false };
  const isSeparated = rows[0]?.length === 1 && /^sep=.$/i.test(rows[0][0] ?? '');
  return { skippedRows: isSeparated ? 1 : Math.max(0, named.indexOf(1)), hasHeader: most === 1 };
}

interface Table {
  readonly rows: Rows;
  readonly rules: CellRules;
  readonly now: Date;
}

/** Whether each row has a cell more than the head: R names rows, and not the column of their names. */
const areNamed = (written: readonly string[] | undefined, records: Rows): boolean =>
  written !== undefined && records.length > 0 && records.every(({ length }) => length === written.length + 1);

/** How a table is read, as far as its first rows show it. */
export function detectTable({ rows, rules: { separator, escape }, now }: Table): CsvSettings {
  const { skippedRows, hasHeader } = findHead(rows);
  const written = hasHeader ? rows[skippedRows] : undefined;
  const records = rows.slice(skippedRows + (hasHeader ? 1 : 0));
  const hasRowNames = areNamed(written, records);
  const header = [...(hasRowNames ? [''] : []), ...(written ?? [])];
  return {
    separator,
    hasHeader,
    ...(skippedRows > 0 && { skippedRows }),
    ...(hasRowNames && { hasRowNames }),
    ...(escape && { escape }),
    ...guessReading({ header, rows: records, now }),
  };
}

type Reading = Pick<CsvSettings, 'layout' | 'dateFormat' | 'timeZone' | 'columns' | 'assistantValues'>;

/** Guesses how the records of a table are read, by the names of columns and by their values. */
function guessReading(table: { readonly header: readonly string[]; readonly rows: Rows; readonly now: Date }): Reading {
  const { header, rows, now } = table;
  const { layout, columns } = guessColumns(table);
  const { date = -1, speaker = -1 } = columns;
  const values = (column: number) => rows.flatMap((row) => row[column] ?? []);
  const zone = findZoneName(header[date] ?? '');
  return {
    layout,
    dateFormat: findDateFormats(values(date), now)[0] ?? 'iso',
    ...(zone !== undefined && { timeZone: zone }),
    columns,
    assistantValues: layout === 'message' ? findAssistant(header[speaker], values(speaker)) : [],
  };
}
