import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';

const count = z.int().min(0);

/** The figures of a range that the tiles show. `successRate` is completed of finished conversations, in percent with one decimal; null where none is finished. */
export const Totals = z.object({
  apiCalls: count,
  conversations: count,
  users: count,
  successRate: z.number().nullable(),
  messages: count,
  requests: count,
  /** Cost of the usage events, exact; missing where the caller may not see billing. */
  cost: NetEuros.optional(),
});
export type Totals = z.infer<typeof Totals>;
