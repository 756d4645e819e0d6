import { dayMs, toClock } from '#contract/calendar/zones.ts';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { RowFormat } from '#contract/exports/row-formats.ts';
import { csvStart, toCsvLine } from './csv.ts';
import type { CsvCell } from './csv.ts';

/** An object is a part of the JSON in JSON Lines, and its text in a cell. */
export type RowValue = CsvCell | object;

/** A column of a file of rows: its name in JSON Lines, its heading in CSV, and its value of a row. */
export interface RowColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly value: (row: Row) => RowValue;
}

/** An instant in two columns: the clock of the company's zone, which spreadsheets read as a time, and ISO 8601 in UTC. */
export function instantColumns<Row>(
  { key, label, zone }: { readonly key: string; readonly label: string; readonly zone: string },
  value: (row: Row) => Date | null,
): RowColumn<Row>[] {
  return [
    { key: `${key}Local`, label: `${label} (${describeZones(zone)})`, value: (row) => toLocal(value(row), zone) },
    { key, label: `${label} (UTC)`, value: (row) => value(row)?.toISOString() ?? null },
  ];
}

const secondMs = 1000;

/** `2026-11-20 10:00:00` by the zone's clock. */
function toLocal(date: Date | null, zone: string): string | null {
  if (date === null) return null;
  const clock = toClock(date.getTime(), zone);
  return `${findDay(clock)} ${findTime(clock)}`;
}

const days = new Map<number, string>();
const mostDays = 4000;

/** Kept, because making it takes longer than all else of a row. */
function findDay(clock: number): string {
  const number = Math.floor(clock / dayMs);
  const known = days.get(number);
  if (known !== undefined) return known;
  if (days.size >= mostDays) days.clear();
  const day = new Date(clock).toISOString().slice(0, 10);
  days.set(number, day);
  return day;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

function findTime(clock: number): string {
  const seconds = Math.floor((clock - Math.floor(clock / dayMs) * dayMs) / secondMs);
  return `${twoDigits[Math.floor(seconds / 3600)]}:${twoDigits[Math.floor(seconds / 60) % 60]}:${twoDigits[seconds % 60]}`;
}

/** What a format is, and how its files are named. */
export const toFileType = (format: RowFormat) =>
  format === 'jsonl'
    ? { contentType: 'application/x-ndjson', extension: 'jsonl' }
    : { contentType: 'text/csv; charset=utf-8', extension: 'csv' };

/** Turns rows into the text of a file. */
export interface RowWriter<Row> {
  readonly contentType: string;
  readonly extension: string;
  /** What comes before the first row. */
  readonly head: string;
  toText(rows: readonly Row[]): string;
}

/** Files end with their last row: whether one is whole follows from the transfer and from the number of rows announced. */
export function createRowWriter<Row>(columns: readonly RowColumn<Row>[], format: RowFormat): RowWriter<Row> {
  if (format === 'jsonl') return createJsonWriter(columns);
  const start = format === 'excel' ? csvStart : '';
  return {
    ...toFileType(format),
    head: start + toCsvLine(columns.map(({ label }) => label)),
    toText: (rows) => rows.map((row) => toCsvLine(columns.map(({ value }) => toCell(value(row))))).join(''),
  };
}

const toCell = (value: RowValue): CsvCell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

function createJsonWriter<Row>(columns: readonly RowColumn<Row>[]): RowWriter<Row> {
  const names = columns.map(({ key }, place) => `${place === 0 ? '{' : ','}${JSON.stringify(key)}:`);
  const toLine = (row: Row) => {
    let line = '';
    columns.forEach(({ value }, place) => (line += `${names[place]}${JSON.stringify(value(row))}`));
    return `${line}}\n`;
  };
  return {
    ...toFileType('jsonl'),
    head: '',
    toText: (rows) => rows.map(toLine).join(''),
  };
}

/** Whole lines of a file, and how many rows they are: a cell may hold a line break, and headings are no row. */
export interface RowText {
  readonly text: string;
  readonly rows: number;
}

/** A file of rows as it is made. */
export interface RowFile {
  readonly contentType: string;
  readonly extension: string;
  readonly texts: AsyncIterable<RowText>;
}

/** The rows of one kind that match a filter, however they look. */
export interface RowSet {
  /** How many there are. */
  readonly total: number;
  toFile(format: RowFormat): RowFile;
}

interface RowSetOptions<Row> {
  readonly columns: readonly RowColumn<Row>[];
  readonly total: number;
  /** Read once. */
  readonly pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

export function toRowSet<Row>({ columns, total, pages }: RowSetOptions<Row>): RowSet {
  return {
    total,
    toFile: (format) => {
      const { head, toText, ...file } = createRowWriter(columns, format);
      return { ...file, texts: toTexts(pages, head, toText) };
    },
  };
}

async function* toTexts<Row>(
  pages: RowSetOptions<Row>['pages'],
  head: string,
  toText: (rows: readonly Row[]) => string,
): AsyncGenerator<RowText> {
  if (head !== '') yield { text: head, rows: 0 };
  for await (const rows of pages) if (rows.length > 0) yield { text: toText(rows), rows: rows.length };
}
