import type { Masked } from './masked.ts';
import { isEvidentHead, listHeadClasses, toBelow } from './values/heads.ts';

export interface Cell {
  /** The words above it; empty for none. */
  readonly head: string;
  readonly text: string;
  /** Whether it holds a figure, which is a piece of a number only where its head names one. */
  readonly isFigure: boolean;
}

export interface RowMasker {
  /**
   * The cells of a row, masked by the heads above them, and across cells where the digits of one value stand in several. Figures stay
   * that neither a head nor check digits make a value.
   */
  maskRow(cells: readonly Cell[]): string[];
}

interface RowFinders {
  maskText(text: string): string;
  findKinds(text: string): Masked[];
  findPatterns(text: string): Masked[];
  replace(text: string, found: readonly Masked[]): string;
}

/** A piece of a number, e.g. `+372`, `EE38` and `(0)20`. */
const piece = /^[+(]?[A-Za-z]{0,4}[\d\s.()/+-]{0,30}$/;
const divider = ' | ';
/** Digits of the shortest figure with check digits. */
const leastFigure = 10;

export function createRowMasker({ maskText, findKinds, findPatterns, replace }: RowFinders): RowMasker {
  const findBelow = (head: string, text: string): Masked[] => {
    const below = toBelow(head);
    return findKinds(below + text)
      .filter(({ start }) => start >= below.length)
      .map(({ label, start, end }) => ({ label, start: start - below.length, end: end - below.length }));
  };
  const maskCell = ({ head, text, isFigure }: Cell): string => {
    if (!isEvidentHead(head)) return isFigure && text.length < leastFigure ? text : maskText(text);
    return /\d/.test(text) ? replace(text, [...findBelow(head, text), ...findPatterns(text)]) : maskText(text);
  };
  /** The pieces of values that stand in several of these cells. */
  const findAcross = (cells: readonly Cell[]): Masked[][] => {
    const starts = cells.map((_, at) => joinCells(cells.slice(0, at)).length + (at === 0 ? 0 : divider.length));
    const found = findKinds(joinCells(cells));
    return cells.map(({ text }, at) => {
      const [start, end] = [starts[at] ?? 0, (starts[at] ?? 0) + text.length];
      return found
        .filter((value) => value.start < end && value.end > start && (value.start < start || value.end > end))
        .map(({ label }) => ({ label, start: 0, end: text.length }));
    });
  };
  return {
    maskRow: (cells) => {
      const masked = cells.map(maskCell);
      for (const { from, to } of listPieces(cells)) {
        for (const [at, found] of findAcross(cells.slice(from, to)).entries()) {
          const text = cells[from + at]?.text ?? '';
          if (found.length > 0) masked[from + at] = replace(text, found);
        }
      }
      return masked;
    },
  };
}

const joinCells = (cells: readonly Cell[]) => cells.map(({ text }) => text).join(divider);

const ofPeople = new Set(['phone', 'id', 'card']);

function isPiece({ head, text, isFigure }: Cell): boolean {
  if (text.length > 40 || !piece.test(text)) return false;
  const classes = listHeadClasses(head);
  if (classes.some((each) => ofPeople.has(each))) return true;
  return !isFigure && classes.length === 0;
}

const maxPieces = 12;

/** Lists ranges of cells side by side that may hold the pieces of one number. */
function listPieces(cells: readonly Cell[]): Array<{ from: number; to: number }> {
  const ranges: Array<{ from: number; to: number }> = [];
  for (let from = 0; from < cells.length;) {
    let to = from;
    while (to < cells.length && to - from < maxPieces && isPiece(cells[to] as Cell)) to += 1;
    if (to - from > 1) ranges.push({ from, to });
    from = Math.max(to, from + 1);
  }
  return ranges;
}
