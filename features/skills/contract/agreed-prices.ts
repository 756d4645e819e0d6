import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { DatedPrice, DatedPriceForm } from '#features/money/contract/dated-prices.ts';
import { Id } from '#contract/fields.ts';
import { BaseFeeField, PriceTier, PriceTiersForm } from '#features/money/contract/costs/price-tiers.ts';
import { PriceField } from '#features/money/contract/price-field.ts';
import { Month } from '#features/money/contract/usage.ts';

const endpoint = defineEndpoints('Agreed prices');

/**
 * Terms of a skill by agreement of provider and company: one price, or tiers by the number of a request in the month; without either the
 * skill's own price counts again. The base fee is of each month on whose last day the agreement holds.
 */
export const AgreedPrice = DatedPrice.extend({ tiers: z.array(PriceTier).nullable(), baseFee: NetEuros });
export type AgreedPrice = z.infer<typeof AgreedPrice>;

export const AgreedPrices = z.object({
  /** The skill's own price, without an agreement. */
  skillPrice: NetEuros,
  /** The company's price today, of tiers the highest. */
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

const terms = { tiers: PriceTiersForm.nullable().default(null), baseFee: BaseFeeField.default(0) };

const onePrice = ({ price, tiers }: { price: number | null; tiers: unknown }) => price === null || tiers === null;
const onePriceIssue = { error: 'Enter one price or tiers, not both.', path: ['price'] };

export const AgreedPriceForm = DatedPriceForm.extend(terms).refine(onePrice, onePriceIssue);
export type AgreedPriceForm = z.infer<typeof AgreedPriceForm>;

export const TermsForm = z.strictObject({ price: PriceField.nullable(), ...terms }).refine(onePrice, onePriceIssue);
export type TermsForm = z.infer<typeof TermsForm>;

const count = z.int().min(0);
const Cost = z.object({ baseFee: NetEuros, total: NetEuros });

/** Cost of a skill in the last month, as it was and as it would have been under other terms. */
export const TermsPreview = z.object({
  period: Month,
  requests: count,
  actual: Cost,
  preview: Cost.extend({ lines: z.array(z.object({ price: NetEuros, requests: count, total: NetEuros })) }),
});
export type TermsPreview = z.infer<typeof TermsPreview>;

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
    summary:
      'Agree a price or tiers of a skill, and a base fee, with the company from today or a later day on; without any it ends the agreement',
    access: 'skills.set-prices',
  })
    .input(z.object({ params: byId, body: AgreedPriceForm }))
    .output(AgreedPrices),

  preview: endpoint({
    method: 'POST',
    path: '/skills/store/{_id}/prices/preview',
    summary: 'Get what the skill would have cost the company in the last month under other terms; nothing is agreed',
    goesOn: true,
    access: 'skills.set-prices',
  })
    .input(z.object({ params: byId, body: TermsForm }))
    .output(TermsPreview),
};
