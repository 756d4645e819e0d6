import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { Instant } from '#contract/fields.ts';

const count = z.int().min(0);

/** A user's activity with the assistants in a range, over all reported users that are mapped to it. */
export const UserFigures = z.object({
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  conversations: count,
  messages: count,
  requests: count,
  /** Cost of the requests; missing where the caller may not see billing. */
  cost: NetEuros.optional(),
});
export type UserFigures = z.infer<typeof UserFigures>;
