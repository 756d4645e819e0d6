import * as z from 'zod';
import { conversationStatuses } from './conversations.ts';
import { reviewStates } from './review-states.ts';
import { ratingValues } from './rating-values.ts';
import { Search } from './search.ts';
import { ConversationId } from './unmasking.ts';

export const Status = z.enum(conversationStatuses, {
  error: `The status must be one of ${conversationStatuses.join(', ')}.`,
});

export const RangeInstant = z.iso.datetime({
  offset: true,
  error: 'Dates must be ISO 8601 with a time zone, e.g. 2026-11-01T00:00:00.000Z.',
});

/** A masked reason is longer than the stored one, by the names of what is masked. */
const FailureReason = z.string().max(2000);
const ToolName = z.string().max(4000);

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

/**
 * `users` and `skills` are ids of the filters' options or of the top lists; ids of users with the same name may be joined
 * by `::`. Unknown ids match nothing. An empty list is no filter.
 */
export const LogQuery = z.strictObject({
  from: RangeInstant.optional(),
  to: RangeInstant.optional(),
  users: z.array(z.string().max(4000)).max(1000).optional(),
  skills: z.array(z.string().max(200)).max(1000).optional(),
  status: z.array(Status).max(5).optional(),
  /** Day of the week and hour in the company's zone, as the dashboard counts them; `weekday` 1 is Monday. */
  weekday: z.int().min(1).max(7).optional(),
  hour: z.int().min(0).max(23).optional(),
  /** Whether the last answer failed, for any reason. */
  failed: z.boolean().optional(),
  /** Reasons as `getAnswerStats` lists them. */
  failures: z.array(FailureReason).max(100).optional(),
  /** Models of which one answered; an empty name is a model that the assistant does not name. */
  models: z.array(z.string().max(100)).max(100).optional(),
  /** Tools as `getAnswerStats` lists them, of which one was called, and of which one failed. */
  tools: z.array(ToolName).max(100).optional(),
  failedTools: z.array(ToolName).max(100).optional(),
  /** Whether the last message is the user's. */
  unanswered: z.boolean().optional(),
  /** Ratings by users, one of which is enough. */
  ratings: z.array(z.enum(ratingValues)).max(3).optional(),
  /** State and tags of reviews, one of which is enough; they match nothing for callers who may not read all conversations. */
  reviews: z.array(z.enum(reviewStates)).max(3).optional(),
  tags: z.array(z.string().max(100)).max(100).optional(),
  /** Milliseconds that one of its answers took longer than. */
  slowerThanMs: z.int().min(0).max(86_400_000).optional(),
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
