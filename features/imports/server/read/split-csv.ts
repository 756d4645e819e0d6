import type { CsvSettings, Separator } from '#features/imports/contract/import-settings.ts';
import type { Span } from './split-json.ts';

/** How cells are divided and written. */
export interface CellRules {
  readonly separator: Separator;
  readonly escape?: CsvSettings['escape'];
}

interface CsvSplit {
  readonly spans: readonly Span[];
  /** Units that are done with. */
  readonly consumed: number;
}

interface Splitting extends CellRules {
  readonly isLast: boolean;
  readonly maxSpans: number;
}

/** Finds the rows of RFC 4180: a cell in quotes can hold separators and line ends. Rows without a filled cell are none. */
export function splitCsv(units: string, { isLast, maxSpans, ...rules }: Splitting): CsvSplit {
  const spans: Span[] = [];
  let at = 0;
  while (spans.length < maxSpans && at < units.length) {
    const end = findRowEnd(units, at, rules);
    if (end === undefined && !isLast) break;
    const isOpen = end === undefined && hasOpenQuote(units, at, rules);
    const until = end?.until ?? (!isOpen && units.endsWith('\r') ? units.length - 1 : units.length);
    if (isFilled(units, at, until, rules)) spans.push({ from: at, until, ...(isOpen && { isOpen }) });
    at = end?.next ?? units.length;
  }
  return { spans, consumed: at };
}

/** By its characters, because a sheet that was printed has thousands of rows of separators alone behind its last one. */
function isFilled(units: string, from: number, until: number, { separator }: CellRules): boolean {
  for (let at = from; at < until; at += 1) {
    const unit = units[at] ?? '';
    if (unit !== separator && unit !== '"' && unit.trim() !== '') return true;
  }
  return false;
}

interface RowEnd {
  readonly until: number;
  readonly next: number;
}

/** Undefined where the row has no end in these units. */
function findRowEnd(units: string, from: number, rules: CellRules): RowEnd | undefined {
  // Found once for many cells: a row of a million would be searched for its end in each of them.
  let lineAt = findLineEnd(units, from, rules);
  for (let at = from; at <= units.length;) {
    if (units[at] === '"') {
      const closed = findQuoteEnd(units, at, rules);
      if (closed === undefined) return undefined;
      at = closed;
    }
    if (lineAt !== undefined && lineAt < at) lineAt = findLineEnd(units, at, rules);
    const cellAt = findSeparatorAt(units, at, rules);
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

/** Whether an odd number of backslashes stands before a place, where they mean something. */
function isEscaped(units: string, at: number, { escape }: CellRules): boolean {
  if (!escape) return false;
  let count = 0;
  while (units[at - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}

function findLineEnd(units: string, from: number, rules: CellRules): number | undefined {
  const line = /[\r\n]/g;
  line.lastIndex = from;
  for (;;) {
    const found = line.exec(units)?.index;
    if (found === undefined || !isEscaped(units, found, rules)) return found;
  }
}

function findSeparatorAt(units: string, from: number, rules: CellRules): number {
  let at = units.indexOf(rules.separator, from);
  while (at !== -1 && isEscaped(units, at, rules)) at = units.indexOf(rules.separator, at + 1);
  return at;
}

/** Behind the quote that closes the one at this place; two quotes, or one behind a backslash, stand for one. */
function findQuoteEnd(units: string, from: number, rules: CellRules): number | undefined {
  let at = units.indexOf('"', from + 1);
  for (;;) {
    if (at === -1) return undefined;
    if (isEscaped(units, at, rules)) at = units.indexOf('"', at + 1);
    else if (units[at + 1] === '"') at = units.indexOf('"', at + 2);
    else return at + 1;
  }
}

function hasOpenQuote(units: string, from: number, rules: CellRules): boolean {
  for (let at = from; ;) {
    const closed = units[at] === '"' ? findQuoteEnd(units, at, rules) : at;
    if (closed === undefined) return true;
    const next = findSeparatorAt(units, closed, rules);
    if (next === -1) return false;
    at = next + 1;
  }
}

/** The cells of a row. A quote within a cell that does not begin with one is a character like others. */
export function toCells(row: string, rules: CellRules): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= row.length;) {
    const closed = row[at] === '"' ? findQuoteEnd(row, at, rules) : at;
    const next = closed === undefined ? -1 : findSeparatorAt(row, closed, rules);
    const until = next === -1 ? row.length : next;
    const cell = toCell(row.slice(at, until), closed === undefined ? undefined : closed - at);
    cells.push(rules.escape ? unescape(cell) : cell);
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

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', N: '' };

const unescape = (cell: string): string =>
  cell.includes('\\') ? cell.replaceAll(/\\(?<letter>.)/gs, (_, letter: string) => escapes[letter] ?? letter) : cell;
