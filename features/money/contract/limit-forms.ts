import * as z from 'zod';
import { Id, Version } from '#contract/fields.ts';
import { NetEuros } from './costs/amounts.ts';
import { isLimit, limitActions, limitMessage, parseLimit } from './limits.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';

/** In euro, as a JSON number. */
export const LimitAmount = z
  .number({ error: limitMessage })
  .refine(isLimit, { error: limitMessage })
  .describe(`In euros, ${netWords}.`);

/** The field of the budget-limit popup, as typed. */
export const LimitForm = z.object({
  limit: z.string({ error: limitMessage }).refine((text) => parseLimit(text) !== undefined, { error: limitMessage }),
});
export type LimitForm = z.infer<typeof LimitForm>;

/** The most of a calendar month; null for none. */
const Limit = NetEuros.nullable();

const Action = z.enum(limitActions, { error: 'The action must be stop or warn.' });

/** `null` deletes the limit. A missing action stays, and is `stop` for a new limit. */
export const LimitUpdate = z.strictObject({
  limit: LimitAmount.nullable(),
  action: Action.optional(),
  version: Version.optional(),
});
export type LimitUpdate = z.infer<typeof LimitUpdate>;

/** `action`: whether a reached limit denies runs, or only warns. */
export const AccountLimit = z.object({ limit: Limit, action: Action, version: Version });
export type AccountLimit = z.infer<typeof AccountLimit>;

export const SkillLimit = AccountLimit.extend({ _id: Id });
export type SkillLimit = z.infer<typeof SkillLimit>;

/** Section 3, support: `total` is the sum of the items' limits, `limit` the limit of all support. */
export const Support = z.object({
  total: NetEuros,
  limit: Limit,
  version: Version,
  data: z.array(z.object({ _id: Id, type: z.string(), limit: Limit, version: Version })),
});
export type Support = z.infer<typeof Support>;

/** Missing fields are unchanged. */
export const SupportUpdate = z.strictObject({
  limit: LimitAmount.nullable().optional(),
  data: z
    .array(z.strictObject({ _id: Id, limit: LimitAmount.nullable() }))
    .max(100)
    .refine((items) => new Set(items.map(({ _id }) => _id)).size === items.length, {
      error: 'Each item may appear once.',
    })
    .optional(),
  version: Version.optional(),
});
export type SupportUpdate = z.infer<typeof SupportUpdate>;
