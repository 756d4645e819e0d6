import * as z from 'zod';
import { maxTags } from './sizes.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Instant, Version } from '#contract/fields.ts';
import { ConversationId } from './unmasking.ts';

const endpoint = defineEndpoints('Analytics', 'dev');

const maxTagLength = 40;
const maxNoteLength = 4000;

export const ReviewTag = z
  .string()
  .trim()
  .min(1, { error: 'Enter a tag.' })
  .max(maxTagLength, { error: `A tag can have at most ${maxTagLength} characters.` })
  .regex(/^[^,]*$/u, { error: 'A tag cannot contain a comma.' });

export const ReviewForm = z.strictObject({
  tags: z.array(ReviewTag).max(maxTags, { error: `You can set at most ${maxTags} tags.` }),
  note: z
    .string()
    .trim()
    .max(maxNoteLength, { error: `The note can have at most ${maxNoteLength} characters.` }),
  isResolved: z.boolean(),
  /** Version of the review that the form was opened with; 1 where there was none. */
  version: Version.optional(),
});
export type ReviewForm = z.infer<typeof ReviewForm>;

/** Tags and note of reviewers about a conversation; the note is masked as its messages are. */
export const Review = z.object({
  tags: z.array(z.string()),
  note: z.string(),
  updatedAt: Instant,
  updatedBy: z.string(),
  /** Null while it is open. */
  resolved: z.object({ at: Instant, by: z.string() }).nullable(),
  version: z.int(),
});
export type Review = z.infer<typeof Review>;

export const reviewEndpoint = endpoint({
  method: 'PUT',
  path: '/analytics/logs/{id}/review',
  summary: 'Update the tags, the note and the state of the review of a conversation',
  access: 'transcripts.read-all',
  problems: ['record.stale'],
})
  .input(z.object({ params: z.object({ id: ConversationId }), body: ReviewForm }))
  .output(Review);

export const reviewTagsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/review-tags',
  summary: 'List the tags of reviews by use, most used first',
  access: 'transcripts.read-all',
}).output(z.array(z.object({ tag: z.string(), conversations: z.int().min(0) })));
