import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { Id, Instant } from '#contract/fields.ts';

/** The month so far of the skills of a store. Skills of which nothing was ever reported are missing. */
export const StoreFigures = z.object({
  /** The month in the company's zone; both ends are included. */
  period: z.object({ start: Instant, end: Instant }),
  skills: z.array(
    z.object({
      _id: Id,
      /** Billed requests. */
      requests: z.int().min(0),
      /** Cost as the usage page shows it; missing without the capability `billing.read`. */
      cost: NetEuros.optional(),
      /** Completed of finished conversations, in percent with one decimal; null where none is finished. */
      successRate: z.number().nullable(),
    }),
  ),
});
export type StoreFigures = z.infer<typeof StoreFigures>;
