import * as z from 'zod';
import { ExternalId, ReportedInstant } from './intake-fields.ts';

/** The most ratings of one conversation that are kept: the latest. */
export const maxRatings = 1000;

const ratingFields = {
  value: z
    .enum(['positive', 'negative', 'none'], { error: 'The value must be positive, negative or none.' })
    .optional()
    .describe('Thumbs up or down; none takes an earlier rating back.'),
  score: z
    .number()
    .optional()
    .describe('Instead of value, on a scale from min to max: above its middle is positive, below it negative.'),
  min: z.number().optional().describe('Of the scale. Default: 0.'),
  max: z.number().optional().describe('Of the scale, needed with score.'),
  comment: z.string().max(2000).optional(),
};

interface RatingValues {
  readonly value?: string | undefined;
  readonly score?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

function checkRating({ value, score, min = 0, max }: RatingValues, context: z.RefinementCtx): void {
  const add = (path: keyof RatingValues, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if ((value === undefined) === (score === undefined)) return add('value', 'A rating has either a value or a score.');
  if (score === undefined) return undefined;
  if (max === undefined) return add('max', 'A score needs the highest value of its scale.');
  if (min >= max) return add('max', 'The highest value must be above the lowest.');
  if (score < min || score > max) return add('score', 'The score must be on its scale.');
  return undefined;
}

/** A user's rating of a message or a conversation. Of several the latest `date` counts. */
export const Rating = z
  .strictObject({
    date: ReportedInstant.optional().describe('When it was given. Default: the date of what is rated.'),
    ...ratingFields,
  })
  .superRefine(checkRating);
export type Rating = z.infer<typeof Rating>;

/** A rating that is given later, of a message or, without one, of the conversation; in any order of arrival. */
export const IntakeRating = z
  .strictObject({
    conversationId: ExternalId,
    messageId: ExternalId.optional().describe('Without it the whole conversation is rated.'),
    date: ReportedInstant,
    ...ratingFields,
  })
  .superRefine(checkRating);
export type IntakeRating = z.infer<typeof IntakeRating>;
