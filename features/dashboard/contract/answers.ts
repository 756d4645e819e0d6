import * as z from 'zod';
import { Instant } from '#contract/fields.ts';

const count = z.int().min(0);

/** The models and the failures that are listed one by one. */
export const answerListLength = 10;

/** Percentiles of the time of answers in milliseconds, exact to a twentieth; null where no answer says how long it took. */
const AnswerTimes = z.object({ median: count.nullable(), p95: count.nullable() });
export type AnswerTimes = z.infer<typeof AnswerTimes>;

/**
 * `answers` are turns, failed ones included; `failedConversations` those whose last answer failed. `unanswered` are
 * conversations of which the last message is the user's, also of assistants that report no turns.
 */
const AnswerTotals = AnswerTimes.extend({
  answers: count,
  failed: count,
  failedConversations: count,
  unanswered: count,
  /** Conversations that users rated, by what they thought. */
  ratings: z.object({ positive: count, neutral: count, negative: count }),
  inputTokens: count,
  outputTokens: count,
});
export type AnswerTotals = z.infer<typeof AnswerTotals>;

/** Models, times, tokens and failures of reported answers, by the day on which the conversation started. */
export const AnswerStats = AnswerTotals.extend({
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  /** The range that `compare` asks for. */
  previous: AnswerTotals.extend({ from: Instant, to: Instant }),
  /** Days with answers. */
  days: z.array(AnswerTimes.extend({ date: z.iso.date() })),
  /** Most answers first; an empty name where the sender does not say it. */
  models: z.array(
    z.object({
      model: z.string(),
      conversations: count,
      answers: count,
      failed: count,
      inputTokens: count,
      outputTokens: count,
    }),
  ),
  /** By the conversations that called them, most first; `failed` are conversations in which a call of it failed. */
  tools: z.array(z.object({ tool: z.string(), conversations: count, failed: count, calls: count, failedCalls: count })),
  /** Conversations by the reason for which their last answer failed, most first; reasons that are masked to the same are one. */
  failures: z.array(z.object({ failure: z.string(), total: count, previous: count })),
});
export type AnswerStats = z.infer<typeof AnswerStats>;
