import type { LogPlace } from '#features/conversation-log/contract/log-query.ts';
import type { Range } from '#server/lib/calendar/ranges.ts';

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

/** How many of a list, newest first, stand up to a place. */
export function countUpTo(listed: ReadonlyArray<{ id: string; startedAt: number }>, { date, id }: LogPlace): number {
  const at = Date.parse(date);
  return listed.filter((each) => each.startedAt > at || (each.startedAt === at && each.id >= id.toLowerCase())).length;
}

/** Offset at which a page of the list that was seen begins now. @param newer how many more there are before it */
export const toOffset = (offset: number, newer = 0): number => Math.max(0, offset + newer);

/** The number of all without the newer ones, so that pages keep their numbers. */
export const toSizes = (matches: number, newer?: number): { size: number; newer?: number } =>
  newer === undefined ? { size: matches } : { size: Math.max(0, matches - newer), newer: Math.max(0, newer) };
