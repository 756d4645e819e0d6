import * as z from 'zod';
import { Instant } from '#contract/fields.ts';
import { MessagePart } from '#contract/conversations/message-parts.ts';

/** A message of a conversation (section 3). */
export const HistoryMessage = z.object({
  id: z.string(),
  _id: z.string(),
  isAssistant: z.boolean(),
  author: z.string(),
  date: Instant,
  loading: z.boolean(),
  hide: z.boolean(),
  data: z.array(MessagePart),
  /** How many of its values the reader gets masked; missing for none. */
  masked: z.int().min(1).optional(),
});
export type HistoryMessage = z.infer<typeof HistoryMessage>;
