import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Instant, Version } from '#contract/fields.ts';
import { NetEuros } from '../costs/amounts.ts';
import { AccountLimit, LimitUpdate } from '../limit-forms.ts';
import { keyLimits } from '../limits.ts';
import { limitOwnerNames } from './limit-kinds.ts';

const endpoint = defineEndpoints('Usage and limits');

const count = z.int().min(0);

/** Most owners of one answer; others are found by a search. */
export const maxLimitOwners = 50;

/** Spending of the present month beside the limit that applies. */
const Spending = z.object({
  /** The own limit, else that of each person; null for none. */
  applied: NetEuros.nullable(),
  /** Spending of the present month, as it is invoiced: of each skill and price, rounded once to the cent. */
  spent: NetEuros,
  /** Requests that this limit has denied in this month, and the first of them; null for none. */
  denied: count,
  deniedSince: Instant.nullable(),
  /** The day on which the limit that applies was reached; missing where it is not, or in a month of very many requests. */
  reachedOn: z.iso.date().optional(),
});

/** A person, department or intake key with its own limit. `version` is 1 without one. */
export const OwnerLimit = AccountLimit.extend({
  kind: z.enum(limitOwnerNames),
  /** The id of a user or of an intake key; of a department its text. */
  owner: z.string(),
  name: z.string(),
  /** The address of a person. */
  email: z.string().optional(),
  /** Whether limits stop an intake key, because it asks first. */
  limits: z.enum(keyLimits).optional(),
}).extend(Spending.shape);
export type OwnerLimit = z.infer<typeof OwnerLimit>;

export const OwnerLimits = z.object({
  /** Owners with a limit, and those who have used four fifths of the one that applies; by a search all that match. */
  data: z.array(OwnerLimit),
  /** How many there are. */
  count,
  /** The limit of each person without an own one. */
  eachPerson: AccountLimit,
});
export type OwnerLimits = z.infer<typeof OwnerLimits>;

export const OwnerLimitsQuery = z.strictObject({
  kind: z.enum(limitOwnerNames),
  /** A part of the name or address. */
  search: z.string().max(200).optional(),
});
export type OwnerLimitsQuery = z.infer<typeof OwnerLimitsQuery>;

const ownerMessage = 'Choose a person, a department or an intake key.';

/** `owner` as in the list; left out for the limit of each person. */
export const OwnerLimitUpdate = LimitUpdate.extend({
  kind: z.enum([...limitOwnerNames, 'eachPerson'], { error: ownerMessage }),
  owner: z.string({ error: ownerMessage }).min(1, { error: ownerMessage }).max(100, { error: ownerMessage }).optional(),
});
export type OwnerLimitUpdate = z.infer<typeof OwnerLimitUpdate>;

/** The limit of the caller as a person, and the spending of the present month that assistants reported of the caller. */
export const OwnLimit = AccountLimit.omit({ version: true })
  .extend(Spending.omit({ applied: true }).shape)
  .extend({
    /** When more of it was requested, while that is not decided; null otherwise. */
    askedAt: Instant.nullable(),
  });
export type OwnLimit = z.infer<typeof OwnLimit>;

export const ownerLimitsContract = {
  list: endpoint({
    method: 'GET',
    path: '/company/limits/owners',
    summary: `List persons, departments or intake keys with a limit, the most used first; by a search all that match, ${maxLimitOwners} at most; of persons the caller alone without the right to read people or to change limits`,
    access: 'billing.read',
  })
    .input(z.object({ query: OwnerLimitsQuery }))
    .output(OwnerLimits),

  update: endpoint({
    method: 'PUT',
    path: '/company/limits/owners',
    summary:
      'Update the limit of a person, of each person, of a department or of an intake key for a month; null for none',
    access: 'limits.manage',
    missing:
      'No user, department or intake key of your company is this owner. Use `owner` from GET /api/company/limits/owners.',
    problems: ['record.not-found', 'record.stale'],
  })
    .input(z.object({ body: OwnerLimitUpdate }))
    .output(AccountLimit.extend({ version: Version })),

  getOwn: endpoint({
    method: 'GET',
    path: '/company/limits/own',
    summary: 'Get your own limit of the present month and what you have spent of it',
    access: 'signed-in',
  }).output(OwnLimit),
};
