import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { DatedPrice, DatedPriceForm } from '#features/money/contract/dated-prices.ts';
import { PriceField } from '#features/money/contract/price-field.ts';

const endpoint = defineEndpoints('Standard prices');

/** Prices of a skill for companies that have agreed nothing, by day. */
export const StandardPrices = z.object({
  /** Today. */
  presentPrice: NetEuros,
  /** In the zone of the company that owns the skill. */
  today: z.iso.date(),
  /** The last day first; of several changes for one day the last one. The first price holds from the beginning. */
  prices: z.array(DatedPrice),
});
export type StandardPrices = z.infer<typeof StandardPrices>;

export const StandardPriceForm = DatedPriceForm.extend({ price: PriceField });
export type StandardPriceForm = z.infer<typeof StandardPriceForm>;

const byId = z.object({ _id: Id });

export const standardPricesContract = {
  list: endpoint({
    method: 'GET',
    path: '/skills/store/{_id}/standard-prices',
    summary: 'List what a skill costs companies without an agreement, by day, the last one first',
    access: 'skills.set-prices',
    problems: ['skills.provided'],
  })
    .input(z.object({ params: byId }))
    .output(StandardPrices),

  create: endpoint({
    method: 'POST',
    path: '/skills/store/{_id}/standard-prices',
    summary: 'Set the price of a skill for companies without an agreement, from today or a later day on',
    access: 'skills.set-prices',
    problems: ['skills.provided'],
  })
    .input(z.object({ params: byId, body: StandardPriceForm }))
    .output(StandardPrices),
};
