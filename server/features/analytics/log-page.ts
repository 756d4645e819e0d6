import type { Range } from '../../lib/calendar/ranges.ts';

/** A time window with the number of its matches. */
export interface Slot extends Range {
  readonly count: number;
}

export interface PageSlots<S extends Slot> {
  /** The slots that hold matches of the page, in their order. */
  readonly slots: readonly S[];
  /** Matches of the first slot that come before the page. */
  readonly offset: number;
}

/** The slots, newest first, that hold `limit` matches from `offset` on. */
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

/** Joins windows that touch each other; newest first, as they come. */
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
