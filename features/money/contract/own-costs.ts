import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { DatedPrice, DatedPriceForm } from './dated-prices.ts';
import { Month } from './usage.ts';

const endpoint = defineEndpoints('Own costs');

const count = z.int().min(0);
/** In euros. */
const Euros = z.number().min(0);

/** The company's own cost of one request of an own skill, by day; a price of null ends a rate. */
export const OwnCostRates = z.object({
  /** Null without a rate. */
  presentPrice: Euros.nullable(),
  /** In the company's zone. */
  today: z.iso.date(),
  /** Never changed or deleted; the last one first. */
  rates: z.array(DatedPrice),
});
export type OwnCostRates = z.infer<typeof OwnCostRates>;

/** `validFrom` is between 2000 and 2100; past days too, because nothing is billed by a rate. */
export const OwnCostForm = DatedPriceForm;
export type OwnCostForm = DatedPriceForm;

/** Cost of an own skill in a month by the company's rates. `total` is in whole cents (`getCost`). */
export const SkillOwnCost = z.object({
  _id: Id,
  name: z.string(),
  /** Requests by rate, the latest first; null counts those of days without a rate. */
  prices: z.array(z.object({ price: Euros.nullable(), requests: count })),
  requests: count,
  total: Euros,
});
export type SkillOwnCost = z.infer<typeof SkillOwnCost>;

/** Beside what is billed: no part of the usage, of limits or of invoices. */
export const OwnCosts = z.object({
  /** The most expensive first. In the current month also skills with a rate and no requests. */
  data: z.array(SkillOwnCost),
  total: Euros,
});
export type OwnCosts = z.infer<typeof OwnCosts>;

const byId = z.object({ _id: Id });

export const ownCostsContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/skills/own-costs',
    summary: 'Get what the company’s own skills cost it in a month by its own rates; not billed',
    access: 'billing.read',
  })
    .input(z.object({ query: z.strictObject({ period: Month.optional() }).optional() }))
    .output(OwnCosts),

  listRates: endpoint({
    method: 'GET',
    path: '/company/skills/{_id}/own-costs',
    summary: 'List the own cost rates of an own skill, the last one first',
    access: 'billing.read',
    problems: ['skills.provided'],
  })
    .input(z.object({ params: byId }))
    .output(OwnCostRates),

  createRate: endpoint({
    method: 'POST',
    path: '/company/skills/{_id}/own-costs',
    summary: 'Set what a request of an own skill costs the company itself from a day on; null for no rate',
    access: 'limits.manage',
    problems: ['skills.provided'],
  })
    .input(z.object({ params: byId, body: OwnCostForm }))
    .output(OwnCostRates),
};
