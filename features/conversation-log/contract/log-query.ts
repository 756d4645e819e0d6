import * as z from 'zod';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { toFilterShape } from '#contract/filters/filter-shape.ts';
import { logFilters } from './log-filters.ts';
import { Search } from '#contract/conversations/search.ts';
import { ConversationId } from './unmasking.ts';

export const Status = z.enum(conversationStatuses, {
  error: `The status must be one of ${conversationStatuses.join(', ')}.`,
});

export const RangeInstant = z.iso.datetime({
  offset: true,
  error: 'Dates must be ISO 8601 with a time zone, e.g. 2026-11-01T00:00:00.000Z.',
});

/**
 * A conversation that a reader has seen, by its start and id, and how many were listed up to it. Pages are counted from it, so that
 * what has come in since moves no conversation from one page to another.
 */
export const LogPlace = z.strictObject({
  date: RangeInstant,
  id: ConversationId,
  seen: z.int().min(1).max(100_000_000),
});
export type LogPlace = z.infer<typeof LogPlace>;

/** The range, the filters of `log-filters.ts` and the page. An empty list is no filter. */
export const LogQuery = z.strictObject({
  from: RangeInstant.optional(),
  to: RangeInstant.optional(),
  ...toFilterShape(logFilters),
  /** Words of its messages as they are masked: all of them, "in quotes" one after the other, -without. */
  search: Search.optional(),
  page: z.int().min(1).max(1_000_000).optional(),
  limit: z.int().min(1).max(100).optional(),
  /** For the pages after the first answer; one outside the range is not heeded. */
  place: LogPlace.optional(),
  technicalUsers: z.boolean().optional(),
  /** Whether to answer what the conversations add up to. */
  totals: z.boolean().optional(),
});
export type LogQuery = z.infer<typeof LogQuery>;

const count = z.int().min(0);

/**
 * Sums over all conversations that match; null where they would have to be read one by one and are too many. `apiCalls` is
 * there for actors who may see it.
 */
export const LogTotals = z.object({
  messages: count.nullable(),
  apiCalls: count.nullable().optional(),
});
export type LogTotals = z.infer<typeof LogTotals>;
