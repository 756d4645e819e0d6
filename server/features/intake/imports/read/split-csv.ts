import type { Separator } from '#contract/intake/import-settings.ts';
import type { Span } from './split-json.ts';

interface CsvSplit {
  readonly spans: readonly Span[];
  /** Units that are done with. */
  readonly consumed: number;
}

interface Splitting {
  readonly separator: Separator;
  readonly isLast: boolean;
  readonly maxSpans: number;
}

/** Finds the rows of RFC 4180: a cell in quotes can hold separators and line ends. Rows without a filled cell are none. */
export function splitCsv(units: string, { separator, isLast, maxSpans }: Splitting): CsvSplit {
  const spans: Span[] = [];
  let at = 0;
  while (spans.length < maxSpans && at < units.length) {
    const end = findRowEnd(units, at, separator);
    if (end === undefined && !isLast) break;
    const until = end?.until ?? units.length;
    const isOpen = end === undefined && hasOpenQuote(units, at, separator);
    if (isFilled(units.slice(at, until), separator)) spans.push({ from: at, until, ...(isOpen && { isOpen }) });
    at = end?.next ?? units.length;
  }
  return { spans, consumed: at };
}

/** By its characters, because a sheet that was printed has thousands of rows of separators alone behind its last one. */
function isFilled(row: string, separator: Separator): boolean {
  for (const unit of row) if (unit !== separator && unit !== '"' && unit.trim() !== '') return true;
  return false;
}

interface RowEnd {
  readonly until: number;
  readonly next: number;
}

/** Undefined where the row has no end in these units. */
function findRowEnd(units: string, from: number, separator: Separator): RowEnd | undefined {
  // Found once for many cells: a row of a million would be searched for its end in each of them.
  let lineAt = findLineEnd(units, from);
  for (let at = from; at <= units.length;) {
    if (units[at] === '"') {
      const closed = findQuoteEnd(units, at);
      if (closed === undefined) return undefined;
      at = closed;
    }
    if (lineAt !== undefined && lineAt < at) lineAt = findLineEnd(units, at);
    const cellAt = units.indexOf(separator, at);
    if (cellAt !== -1 && (lineAt === undefined || cellAt < lineAt)) {
      at = cellAt + 1;
      continue;
    }
    if (lineAt === undefined) return undefined;
    // A carriage return at the very end may be followed by its line feed.
    if (units[lineAt] === '\r' && lineAt + 1 === units.length) return undefined;
    return { until: lineAt, next: lineAt + (units.startsWith('\r\n', lineAt) ? 2 : 1) };
  }
  return undefined;
}

function findLineEnd(units: string, from: number): number | undefined {
  const line = /[\r\n]/g;
  line.lastIndex = from;
  return line.exec(units)?.index;
}

/** Behind the quote that closes the one at this place; two quotes stand for one. */
function findQuoteEnd(units: string, from: number): number | undefined {
  let at = units.indexOf('"', from + 1);
  while (at !== -1 && units[at + 1] === '"') at = units.indexOf('"', at + 2);
  return at === -1 ? undefined : at + 1;
}

function hasOpenQuote(units: string, from: number, separator: Separator): boolean {
  for (let at = from; ;) {
    const closed = units[at] === '"' ? findQuoteEnd(units, at) : at;
    if (closed === undefined) return true;
    const next = units.indexOf(separator, closed);
    if (next === -1) return false;
    at = next + 1;
  }
}

/** The cells of a row. A quote within a cell that does not begin with one is a character like others. */
export function toCells(row: string, separator: Separator): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= row.length;) {
    const closed = row[at] === '"' ? findQuoteEnd(row, at) : at;
    const next = closed === undefined ? -1 : row.indexOf(separator, closed);
    const until = next === -1 ? row.length : next;
    cells.push(toCell(row.slice(at, until), closed === undefined ? undefined : closed - at));
    at = until + 1;
  }
  return cells;
}

/** @param closed behind its closing quote; 0 without quotes, undefined where the quote is never closed */
function toCell(cell: string, closed: number | undefined): string {
  if (closed === 0) return cell;
  const quoted = cell.slice(1, closed === undefined ? undefined : closed - 1).replaceAll('""', '"');
  return closed === undefined ? quoted : quoted + cell.slice(closed);
}
