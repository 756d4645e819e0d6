import type { Span } from '../projection.ts';
import { hasDigits } from './digit-runs.ts';
import type { FoundValue } from './found-value.ts';
import { isEvidentHead, maxHeadLength, toBelow } from './heads.ts';

/** Signs that divide the cells of a line; those of HTML are projected to tabs. */
const signs = ['|', '\t', ';', ','] as const;

/** Digits of the shortest value. */
const fewest = 5;

interface Line extends Span {
  readonly text: string;
}

interface Cell extends Span {
  readonly head: string;
}

/**
 * Judges the values of tables by the heads of their columns, which are read as words before them: in Markdown, CSV, pasted cells and
 * HTML.
 * @param found in the text without regard to columns
 * @param find finds values in a text
 */
export function findInColumns(
  text: string,
  found: readonly FoundValue[],
  find: (text: string) => FoundValue[],
): readonly FoundValue[] {
  const cells = text.includes('\n') && hasDigits(text, fewest) ? listCells(text) : [];
  if (cells.length === 0) return found;
  const judged = cells.flatMap((cell) => findBelow(text, cell, find));
  return [...found.filter((value) => !isWithin(cells, value)), ...judged];
}

/** Whether one of the cells, which stand in their order, holds a value. */
function isWithin(cells: readonly Cell[], value: Span): boolean {
  let [from, to] = [0, cells.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((cells[middle]?.start ?? Infinity) <= value.start) from = middle + 1;
    else to = middle;
  }
  const cell = cells[from - 1];
  return cell !== undefined && value.end <= cell.end;
}

function findBelow(text: string, { head, start, end }: Cell, find: (text: string) => FoundValue[]): FoundValue[] {
  const below = toBelow(head);
  const shift = start - below.length;
  return find(below + text.slice(start, end))
    .filter((value) => value.start >= below.length)
    .map(({ kind, start: from, end: to }) => ({ kind, start: from + shift, end: to + shift }));
}

/** The cells with digits below heads that say something of them. */
function listCells(text: string): Cell[] {
  const lines = listLines(text);
  const cells: Cell[] = [];
  for (let at = 0; at < lines.length;) {
    const table = readTable(lines, at);
    if (table) cells.push(...table.cells);
    at = table?.next ?? at + 1;
  }
  return cells;
}

function listLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const line = text.slice(start, end);
    if (/\S/.test(line)) lines.push({ text: line, start, end });
    start = end + 1;
  }
  return lines;
}

/** The line below the heads of Markdown. */
const isRule = (line: string) => /^[\s|:+-]+$/.test(line) && line.includes('-');

const maxHeadLine = 600;

/** The sign that divides heads, and their names; undefined where a line is none of heads. */
function readHeads(line: string, below: string): { sign: string; names: string[] } | undefined {
  if (line.length > maxHeadLine) return undefined;
  const sign = signs.find((each) => line.includes(each));
  if (sign === undefined || !below.includes(sign) || /\d{5}/.test(line)) return undefined;
  const names = line.split(sign).map((each) => each.trim());
  const areHeads = names.every(({ length }) => length <= maxHeadLength) && names.some(isEvidentHead);
  return areHeads ? { sign, names } : undefined;
}

/** The table whose heads are a line; undefined where they are none, or no line below has as many cells. */
function readTable(lines: readonly Line[], at: number): { cells: Cell[]; next: number } | undefined {
  const heads = readHeads(lines[at]?.text ?? '', lines[at + 1]?.text ?? '');
  if (!heads) return undefined;
  const cells: Cell[] = [];
  let next = at + 1;
  for (let line = lines[next]; line; line = lines[next]) {
    const row = line.text.split(heads.sign);
    if (row.length !== heads.names.length && !isRule(line.text)) break;
    cells.push(...listJudged(line, row, heads.names));
    next += 1;
  }
  return next > at + 1 ? { cells, next } : undefined;
}

function listJudged(line: Line, row: readonly string[], heads: readonly string[]): Cell[] {
  const cells: Cell[] = [];
  let { start } = line;
  for (const [place, cell] of row.entries()) {
    const head = heads[place] ?? '';
    if (/\d/.test(cell) && isEvidentHead(head)) cells.push({ head, start, end: start + cell.length });
    start += cell.length + 1;
  }
  return cells;
}
