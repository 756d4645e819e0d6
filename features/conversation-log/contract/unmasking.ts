import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Instant } from '#contract/fields.ts';

const endpoint = defineEndpoints('Analytics', 'dev');

/** Derived from the sender's id, so a UUID without a version. */
export const ConversationId = z.guid({ error: 'Invalid id.' });

/** How long a conversation is unmasked for its reader. */
export const unmaskedMinutes = 15;

const shortestReason = 10;
const longestReason = 500;

export const UnmaskingForm = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(shortestReason, { error: `Enter a reason of at least ${shortestReason} characters.` })
    .max(longestReason, { error: `The reason can have at most ${longestReason} characters.` }),
});

export const unmaskEndpoint = endpoint({
  method: 'POST',
  path: '/analytics/logs/{id}/unmasking',
  summary: 'Read one conversation unmasked for a quarter of an hour, with a reason',
  access: 'transcripts.unmask',
})
  .input(z.object({ params: z.object({ id: ConversationId }), body: UnmaskingForm }))
  .output(z.object({ unmaskedUntil: Instant }));
