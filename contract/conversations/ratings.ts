import * as z from 'zod';
import { Instant } from '../fields.ts';
import { ratingValues } from './rating-values.ts';

/**
 * A user's rating of a message, or of the whole conversation where it names none. `score` on the scale from `min` to
 * `max`, where one was reported.
 */
export const ConversationRating = z.object({
  messageId: z.string().nullable(),
  value: z.enum(ratingValues),
  date: Instant,
  score: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  comment: z.string().optional(),
});
export type ConversationRating = z.infer<typeof ConversationRating>;
