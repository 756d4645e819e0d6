import * as z from 'zod';
import { Instant } from '#contract/fields.ts';
import { PriceField } from './price-field.ts';

/**
 * Price of one request from a day on, in euros. If several start on one day, the last one counts. Never changed or
 * deleted.
 */
export const DatedPrice = z.object({
  /** Null where none is set from this day on. */
  price: z.number().min(0).nullable(),
  validFrom: z.iso.date(),
  createdAt: Instant,
  createdBy: z.string(),
});
export type DatedPrice = z.infer<typeof DatedPrice>;

export const DatedPriceForm = z.strictObject({
  price: PriceField.nullable(),
  validFrom: z.iso.date({ error: 'Choose a day.' }).max(10),
});
export type DatedPriceForm = z.infer<typeof DatedPriceForm>;
