import { dayMs, toClock } from '#contract/calendar/zones.ts';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { RowFormat } from '#features/protection/contract/row-formats.ts';
import { csvStart, toCsvCell, toCsvLine, type CsvCell } from './csv.ts';

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
    { key, label: `${label} (UTC)`, value: (row) => toUtc(value(row)) },
  ];
}

const secondMs = 1000;

/** `2026-11-20 10:00:00` by the zone's clock. */
function toLocal(date: Date | null, zone: string): string | null {
  if (date === null) return null;
  const clock = toClock(date.getTime(), zone);
  return `${findDay(clock)} ${toTime(clock)}`;
}

/** Formats like `toISOString`, in a third of its time. */
function toUtc(date: Date | null): string | null {
  if (date === null) return null;
  const clock = date.getTime();
  const ms = clock - Math.floor(clock / secondMs) * secondMs;
  return `${findDay(clock)}T${toTime(clock)}.${String(ms).padStart(3, '0')}Z`;
}

const days = new Map<number, string>();
const mostDays = 4000;

/** Kept, because making it takes longer than all else of a row. */
function findDay(clock: number): string {
  const number = Math.floor(clock / dayMs);
  const known = days.get(number);
  if (known !== undefined) return known;
  if (days.size >= mostDays) days.clear();
  const day = new Date(clock).toISOString().slice(0, -'T00:00:00.000Z'.length);
  days.set(number, day);
  return day;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const minutes = Array.from(
  { length: 24 * 60 },
  (_, number) => `${twoDigits[Math.floor(number / 60)]}:${twoDigits[number % 60]}:`,
);

function toTime(clock: number): string {
  const seconds = Math.floor((clock - Math.floor(clock / dayMs) * dayMs) / secondMs);
  return `${minutes[Math.floor(seconds / 60)]}${twoDigits[seconds % 60]}`;
}

/** Content type, file extension and encoding of a format. */
export interface FileType {
  readonly contentType: string;
  readonly extension: string;
  readonly encoding: 'utf8' | 'utf16le';
}

const fileTypes: Readonly<Record<RowFormat, FileType>> = {
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv', encoding: 'utf8' },
  semicolons: { contentType: 'text/csv; charset=utf-8', extension: 'csv', encoding: 'utf8' },
  excel: { contentType: 'text/csv; charset=utf-16le', extension: 'csv', encoding: 'utf16le' },
  jsonl: { contentType: 'application/x-ndjson', extension: 'jsonl', encoding: 'utf8' },
};

export const toFileType = (format: RowFormat): FileType => fileTypes[format];

/** Takes the next piece of a text. */
type Put = (text: string) => void;

/** Turns rows into the text of a file. */
export interface RowWriter<Row> extends FileType {
  /** Text before the first row. */
  readonly head: string;
  /** The line of a row in pieces, because joining them would be most of its garbage. */
  readonly putLine: (row: Row, put: Put) => void;
}

/** The lines of a few rows. */
export function toLines<Row>({ putLine }: RowWriter<Row>, rows: readonly Row[]): string {
  const pieces: string[] = [];
  for (const row of rows) putLine(row, (piece) => pieces.push(piece));
  return pieces.join('');
}

/** Files end with their last row: whether one is whole follows from the transfer and from the number of rows announced. */
export function createRowWriter<Row>(columns: readonly RowColumn<Row>[], format: RowFormat): RowWriter<Row> {
  if (format === 'jsonl') {
    const starts = columns.map(({ key }, place) => `${place === 0 ? '{' : ','}${JSON.stringify(key)}:`);
    return { ...toFileType(format), head: '', putLine: createPutLine(columns, starts, JSON.stringify, '}\n') };
  }
  const { start, separator } = csvShapes[format];
  const head = toCsvLine(
    columns.map(({ label }) => toCsvCell(label)),
    separator,
  );
  if (format === 'semicolons') {
    const before = columns.map((_, place) => (place === 0 ? '' : separator));
    const putLine = createPutLine(columns, before, (value) => toDecimalCommaCell(toText(value)), '\r\n');
    return { ...toFileType(format), head: start + head, putLine };
  }
  const starts = columns.map((_, place) => (place === 0 ? '"' : `"${separator}"`));
  return {
    ...toFileType(format),
    head: start + head,
    putLine: createPutLine(columns, starts, (value) => toCsvCell(toText(value)), '"\r\n'),
  };
}

const csvShapes = {
  csv: { start: '', separator: ',' },
  semicolons: { start: csvStart, separator: ';' },
  excel: { start: csvStart, separator: '\t' },
} as const;

/** A number without quotes and with a decimal comma, so that it is a number there; all else in quotes. */
const toDecimalCommaCell = (value: CsvCell): string =>
  typeof value === 'number' ? `${value}`.replace('.', ',') : `"${toCsvCell(value)}"`;

const toText = (value: RowValue): CsvCell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** @param starts what stands before each cell */
function createPutLine<Row>(
  columns: readonly RowColumn<Row>[],
  starts: readonly string[],
  toCell: (value: RowValue) => string,
  end: string,
) {
  const cells = columns.map(({ value }, place) => ({ value, start: starts[place] ?? '' }));
  return (row: Row, put: Put) => {
    for (const { value, start } of cells) {
      put(start);
      put(toCell(value(row)));
    }
    put(end);
  };
}

/** Whole lines of a file, and how many rows they are: a cell may hold a line break, and headings are no row. */
export interface RowBytes {
  /** They change when the next ones are asked for. */
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** A file of rows as it is made. */
export interface RowFile {
  readonly contentType: string;
  readonly extension: string;
  readonly pages: AsyncIterable<RowBytes>;
}

/** The rows of one kind that match a filter, however they look. */
export interface RowSet {
  /** How many there are. */
  readonly total: number;
  toFile(format: RowFormat): RowFile;
}

interface LinePage<Row> {
  readonly add: (row: Row) => void;
  readonly end: () => RowBytes;
}

export type StartLines<Row> = () => LinePage<Row>;

interface RowSetOptions<Row> {
  readonly columns: readonly RowColumn<Row>[];
  readonly total: number;
  /** Called once. A page can be started when the one before has ended, and all before that have been taken. */
  readonly readPages: (startLines: StartLines<Row>) => AsyncIterable<RowBytes> | Iterable<RowBytes>;
}

export function toRowSet<Row>({ columns, total, readPages }: RowSetOptions<Row>): RowSet {
  return {
    total,
    toFile: (format) => {
      const { head, putLine, encoding, ...file } = createRowWriter(columns, format);
      return { ...file, pages: toPages(Buffer.from(head, encoding), readPages(createStartLines(putLine, encoding))) };
    },
  };
}

/** Rows that are all there. */
export const toListedRows = <Row>(columns: readonly RowColumn<Row>[], rows: readonly Row[]): RowSet =>
  toRowSet({
    columns,
    total: rows.length,
    readPages: (startLines) => {
      const { add, end } = startLines();
      rows.forEach(add);
      return [end()];
    },
  });

const firstBytes = 256 * 1024;
/** Bytes of a UTF-16 unit in UTF-8 at most. */
const mostUnitBytes = 3;

/** Pages of lines in two buffers by turns, so that one is written while the other is taken. */
function createStartLines<Row>(putLine: RowWriter<Row>['putLine'], encoding: FileType['encoding']): StartLines<Row> {
  const [one, other] = [createBytes(encoding), createBytes(encoding)];
  let own = other;
  return () => {
    own = own === one ? other : one;
    const { put, end } = own.start();
    let rows = 0;
    const add = (row: Row) => {
      putLine(row, put);
      rows += 1;
    };
    return { add, end: () => ({ bytes: end(), rows }) };
  };
}

/** A buffer that texts are put into, and that grows with them. */
function createBytes(encoding: FileType['encoding']) {
  const write = encoding === 'utf16le' ? writeWideText : writeText;
  let buffer = Buffer.allocUnsafeSlow(firstBytes);
  return {
    start: () => {
      let taken = 0;
      const put = (text: string) => {
        const needed = taken + text.length * mostUnitBytes;
        if (needed > buffer.length) buffer = enlarge(buffer, taken, 2 * needed);
        taken += write(buffer, text, taken);
      };
      return { put, end: () => buffer.subarray(0, taken) };
    },
  };
}

const firstBeyondAscii = 0x80;
const longText = 64;

/** Writes like `buffer.write`, whose call takes longer than writing a short text. */
function writeText(buffer: Buffer, text: string, at: number): number {
  if (text.length > longText) return buffer.write(text, at);
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit >= firstBeyondAscii) return buffer.write(text, at);
    buffer[at + place] = unit;
  }
  return text.length;
}

const writeWideText = (buffer: Buffer, text: string, at: number): number => buffer.write(text, at, 'utf16le');

function enlarge(buffer: Uint8Array, taken: number, length: number) {
  const larger = Buffer.allocUnsafeSlow(length);
  larger.set(buffer.subarray(0, taken));
  return larger;
}

async function* toPages(
  head: Uint8Array,
  pages: AsyncIterable<RowBytes> | Iterable<RowBytes>,
): AsyncGenerator<RowBytes> {
  if (head.length > 0) yield { bytes: head, rows: 0 };
  for await (const page of pages) if (page.rows > 0) yield page;
}
