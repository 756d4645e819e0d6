import * as z from 'zod';
import { Instant } from '../fields.ts';

/**
 * What users thought of an answer. Of a conversation: negative where one of its ratings is, else positive where one is, else
 * neutral.
 */
export const ratingValues = ['positive', 'neutral', 'negative'] as const;
export type RatingValue = (typeof ratingValues)[number];

/** What a user thought of a message, or of the whole conversation where it names none. `score` on the scale from `min` to `max`, where one was reported. */
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
