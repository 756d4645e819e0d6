import * as z from 'zod';
import { Instant } from '#contract/fields.ts';
import { ReportedCost } from './reported-costs.ts';

const count = z.int().min(0);

/** A tool that the assistant called for an answer; `error` where it failed. */
const ConversationTool = z.object({
  name: z.string(),
  durationMs: count.optional(),
  error: z.string().optional(),
});
export type ConversationTool = z.infer<typeof ConversationTool>;

/** One answer of the assistant, as it reports it. What it does not say is missing. */
export const ConversationTurn = z.object({
  date: Instant,
  durationMs: count.optional(),
  model: z.string().optional(),
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  /** Amounts that the model's provider charges, by currency; missing also where the caller may not see billing. */
  costs: z.array(ReportedCost).optional(),
  /** Why it failed. */
  error: z.string().optional(),
  errorType: z.string().optional(),
  tools: z.array(ConversationTool),
});
export type ConversationTurn = z.infer<typeof ConversationTurn>;
