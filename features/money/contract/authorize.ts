import * as z from 'zod';
import { NetEuros } from './costs/amounts.ts';
import { limitKindNames } from './limits/limit-kinds.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant, isBlank } from '#contract/fields.ts';
import { ExternalId } from '#features/intake/contract/intake-fields.ts';
import { ReportedUser } from '#features/intake/contract/intake.ts';

const endpoint = defineEndpoints('Hard stop');

/** Minutes after which a reservation expires. */
export const reservationMinutes = 15;

/**
 * The skill that an assistant is about to run, and its user. A repeated `requestId` gets the same decision, or a new one
 * where its reservation was released or has expired.
 */
export const AuthorizeForm = z.strictObject({
  /** Name of the reported skill. */
  skill: z
    .string()
    .max(200)
    .refine((name) => !isBlank(name), { error: 'The field can not be empty!' }),
  user: ReportedUser.optional(),
  /** The sender's id of the usage event, by which a conversation may report it later. */
  requestId: ExternalId,
});
export type AuthorizeForm = z.infer<typeof AuthorizeForm>;

export const decisions = ['allow', 'warn', 'deny'] as const;
export type Decision = (typeof decisions)[number];

export const Authorization = z.object({
  decision: z.enum(decisions),
  /** Null where the decision is `deny`. */
  reservation: Id.nullable(),
  /**
   * Euros left of the tightest limit after this decision; null without a limit, while the company is suspended, and for
   * a skill that is not active; negative after a lowered limit.
   */
  remaining: z.number().nullable().describe(`In euros, ${netWords}.`),
  /**
   * The limit that denies the run, or of those that are nearly used the one with least left; missing where none is near. The name is
   * that of the skill, department or key.
   */
  limit: z.object({ kind: z.enum(limitKindNames), name: z.string().nullable() }).optional(),
  /** For the user of the assistant. */
  message: z.string(),
  /** The integration that the company chose as the skill's backend system, while both are active. */
  integration: Id.optional(),
});
export type Authorization = z.infer<typeof Authorization>;

export const CommitForm = z.strictObject({
  /** The sender's id of the conversation of the usage event. */
  conversation: ExternalId.optional(),
});
export type CommitForm = z.infer<typeof CommitForm>;

export const ReleaseForm = z.strictObject({
  /** The sender's id of the conversation in which the run would have been. */
  conversation: ExternalId.optional(),
});

/** A usage event of the ledger. */
export const CommittedEvent = z.object({
  /** The sender's id. */
  id: z.string(),
  skill: z.string(),
  price: NetEuros,
  /** When the usage event was authorised. */
  date: Instant,
  /** The day on which it is billed, in the company's zone. */
  day: z.iso.date(),
  /** False for a run that is billed already by another report of its conversation. */
  billed: z.boolean(),
});
export type CommittedEvent = z.infer<typeof CommittedEvent>;

const byReservation = z.object({ reservation: Id });
const access = 'intake';
const missing =
  'No reservation of your company has this ID. Use `reservation` from the answer of POST /api/authorize, which a denied run does not have.';

export const authorizationsContract = {
  create: endpoint({
    method: 'POST',
    path: '/authorize',
    summary:
      'Authorize a run before it starts: within the limits its price is reserved for 15 minutes; denied while the company is suspended, and for a skill that is not active',
    access,
    problems: ['authorize.request-reused', 'authorize.busy'],
  })
    .input(z.object({ body: AuthorizeForm }))
    .output(Authorization),

  commit: endpoint({
    method: 'POST',
    path: '/authorize/{reservation}/commit',
    summary: 'Commit a reservation: the run becomes a usage event at the reserved price',
    access,
    missing,
    problems: ['authorize.expired', 'authorize.released', 'authorize.busy'],
  })
    .input(z.object({ params: byReservation, body: CommitForm.optional() }))
    .output(z.object({ committed: z.literal(true), request: CommittedEvent })),

  release: endpoint({
    method: 'POST',
    path: '/authorize/{reservation}/release',
    summary:
      'Release the reservation of a run that did not take place: with its conversation, so that no other report of the run is billed',
    access,
    missing,
    problems: ['authorize.committed'],
  })
    .input(z.object({ params: byReservation, body: ReleaseForm.optional() }))
    .output(z.object({ released: z.literal(true) })),
};
