import type { Range } from '../../lib/calendar/ranges.ts';

/** A stretch of time and how many conversations in it match. */
export interface Slot extends Range {
  readonly count: number;
}

export interface PageSlots<S extends Slot> {
  /** Those that hold something of the page, as they came. */
  readonly slots: readonly S[];
  /** Matches of the first one that come before the page. */
  readonly offset: number;
}

/** Which of the slots, newest first, hold the matches from `offset` on. */
export function findPageSlots<S extends Slot>(slots: readonly S[], offset: number, limit: number): PageSlots<S> {
  let passed = 0;
  let before = 0;
  const found: S[] = [];
  for (const slot of slots) {
    if (passed >= offset + limit) break;
    if (passed + slot.count > offset) {
      if (found.length === 0) before = passed;
      found.push(slot);
    }
    passed += slot.count;
  }
  return { slots: found, offset: found.length === 0 ? 0 : offset - before };
}

/** Stretches that touch each other in one; newest first, as they come. */
export function mergeWindows(windows: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { from, until } of windows) {
    const last = merged.at(-1);
    if (last && until >= last.from) merged[merged.length - 1] = { from: Math.min(from, last.from), until: last.until };
    else merged.push({ from, until });
  }
  return merged;
}

export const countAll = (slots: readonly Slot[]) => slots.reduce((sum, { count }) => sum + count, 0);
