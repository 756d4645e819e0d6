import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Instant, isBlank, tooLongMessage } from '#contract/fields.ts';
import { ExternalId } from '#features/intake/contract/intake-fields.ts';
import { NetEuros } from '../costs/amounts.ts';
import { LimitAmount } from '../limit-forms.ts';
import { limitActions } from '../limits.ts';
import { limitKindNames } from './limit-kinds.ts';

const endpoint = defineEndpoints('Usage and limits');

/** Days for which the link to the decision can be used. */
export const limitRequestDays = 7;

const reasonMaxLength = 500;

const Reason = z
  .string({ error: 'The field is required!' })
  .max(reasonMaxLength, { error: tooLongMessage(reasonMaxLength) })
  .refine((text) => !isBlank(text), { error: 'The field is required!' });

/** `limit` is what the asker would like to have. */
export const LimitRequestForm = z.strictObject({ reason: Reason, limit: LimitAmount.optional() });
export type LimitRequestForm = z.infer<typeof LimitRequestForm>;

/** The same by an assistant: for the limit that the answer to this request of authorize has named. */
export const RunLimitRequestForm = LimitRequestForm.extend({ requestId: ExternalId });
export type RunLimitRequestForm = z.infer<typeof RunLimitRequestForm>;

const Asked = z.object({ kind: z.enum(limitKindNames), createdAt: Instant, expiresAt: Instant });
export type AskedLimit = z.infer<typeof Asked>;

const token = z.string().min(1).max(200);

/** Facts for the decision of a request. */
export const LimitRequest = Asked.extend({
  /** The name of the skill, department, key or person; empty for the account. */
  name: z.string(),
  /** The person who asks or is asked for; empty where the assistant named none. */
  requester: z.string(),
  /** The key of the assistant that asked; empty where the person did. */
  key: z.string(),
  reason: z.string(),
  wanted: NetEuros.nullable(),
  /** The limit that applies now; null where it was taken away. */
  limit: NetEuros.nullable(),
  action: z.enum(limitActions),
  state: z.enum(['open', 'approved', 'declined', 'expired']),
});
export type LimitRequest = z.infer<typeof LimitRequest>;

const decisions = ['approve', 'decline'] as const;

/** `limit` is the new one, more than the present one; needed to approve. */
export const LimitDecision = z
  .strictObject({
    token,
    decision: z.enum(decisions, { error: 'The field is required!' }),
    limit: LimitAmount.optional(),
  })
  .refine(({ decision, limit }) => decision === 'decline' || limit !== undefined, {
    error: 'The field is required!',
    path: ['limit'],
  });
export type LimitDecision = z.infer<typeof LimitDecision>;

export const limitRequestsContract = {
  create: endpoint({
    method: 'POST',
    path: '/company/limits/own/requests',
    summary: 'Ask for more of your own limit: those who may change limits get an e-mail',
    access: 'signed-in',
    successStatus: 201,
    problems: ['limits.already-asked', 'limits.nothing-to-raise'],
  })
    .input(z.object({ body: LimitRequestForm }))
    .output(Asked),

  createForRun: endpoint({
    method: 'POST',
    path: '/authorize/limit-requests',
    summary: 'Ask for more of the limit that an answer of authorize has named, for the user of the assistant',
    access: 'intake',
    missing: 'No request of your company has this ID. Use the `requestId` that you have sent to POST /api/authorize.',
    successStatus: 201,
    problems: ['record.not-found', 'limits.already-asked', 'limits.nothing-to-raise', 'limits.person-not-listed'],
  })
    .input(z.object({ body: RunLimitRequestForm }))
    .output(Asked),

  find: endpoint({
    method: 'POST',
    path: '/company/limits/requests/find',
    summary: 'Read the request for more of a limit by the token of its link; changes nothing',
    goesOn: true,
    access: 'limits.manage',
    problems: ['record.not-found'],
  })
    .input(z.object({ body: z.strictObject({ token }) }))
    .output(LimitRequest),

  decide: endpoint({
    method: 'POST',
    path: '/company/limits/requests/decide',
    summary: 'Approve a request for more of a limit with the new amount, or decline it; once',
    access: 'limits.manage',
    problems: ['record.not-found', 'limits.request-closed', 'record.stale'],
  })
    .input(z.object({ body: LimitDecision }))
    .output(LimitRequest),
};
