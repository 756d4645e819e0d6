import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { DatedPrice, DatedPriceForm } from '#features/money/contract/dated-prices.ts';
import { Id } from '#contract/fields.ts';

const endpoint = defineEndpoints('Agreed prices');

/** A skill's price by agreement of provider and company; null where the skill's own price counts again. */
export const AgreedPrice = DatedPrice;
export type AgreedPrice = DatedPrice;

export const AgreedPrices = z.object({
  /** The skill's own price, without an agreement. */
  skillPrice: NetEuros,
  /** The company's price today. */
  presentPrice: NetEuros,
  /** In the company's zone. */
  today: z.iso.date(),
  /** Never changed or deleted; the last one first. */
  agreements: z.array(AgreedPrice),
});
export type AgreedPrices = z.infer<typeof AgreedPrices>;

/** A skill of the store with what the company pays for it. */
export const SkillPrices = AgreedPrices.omit({ today: true }).extend({
  _id: Id,
  name: z.string(),
  /** Its history is kept; no new price can be agreed. */
  isDeleted: z.boolean(),
});
export type SkillPrices = z.infer<typeof SkillPrices>;

export const CompanyPrices = z.object({
  /** In the company's zone. */
  today: z.iso.date(),
  /** Skills with agreements first, then by name; deleted ones where a price was agreed. */
  data: z.array(SkillPrices),
});
export type CompanyPrices = z.infer<typeof CompanyPrices>;

export const AgreedPriceForm = DatedPriceForm;
export type AgreedPriceForm = DatedPriceForm;

const byId = z.object({ _id: Id });

export const agreedPricesContract = {
  listAll: endpoint({
    method: 'GET',
    path: '/company/skills/prices',
    summary:
      'List every skill of the store, and deleted ones with an agreed price, with what the company and the provider have agreed for it',
    access: 'skills.set-prices',
  }).output(CompanyPrices),

  list: endpoint({
    method: 'GET',
    path: '/skills/store/{_id}/prices',
    summary: 'List what the company and the provider have agreed for a skill, the last agreement first',
    access: 'skills.set-prices',
  })
    .input(z.object({ params: byId }))
    .output(AgreedPrices),

  create: endpoint({
    method: 'POST',
    path: '/skills/store/{_id}/prices',
    summary: 'Agree a price of a skill with the company from today or a later day on; null ends the agreement',
    access: 'skills.set-prices',
  })
    .input(z.object({ params: byId, body: AgreedPriceForm }))
    .output(AgreedPrices),
};
