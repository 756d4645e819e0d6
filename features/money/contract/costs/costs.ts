import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { costDimensionNames } from './cost-dimensions.ts';
import { Euros, Month } from '../usage.ts';

const endpoint = defineEndpoints('Usage and limits');

const count = z.int().min(0);

/** Most owners of one answer; a file has all of them. */
export const maxCosts = 100;

/** Requests and cost of a month, beside the cost of the month before and of the same month of last year. Euros in whole cents. */
const CostSums = z.object({ requests: count, total: Euros, previous: Euros, lastYear: Euros });
export type CostSums = z.infer<typeof CostSums>;

/** An owner of costs. `id` is empty for requests of which none is known. */
export const Cost = CostSums.extend({
  /** A skill, key or user; of departments and cost centres the text itself. */
  id: z.string(),
  name: z.string(),
  /** False for a person who is not in the list of users; otherwise missing. */
  isMapped: z.boolean().optional(),
});
export type Cost = z.infer<typeof Cost>;

export const Costs = z.object({
  /** The most expensive first. */
  data: z.array(Cost),
  /** How many owners there are. */
  count,
  /** The sums of all owners: those of the usage of the month. */
  sums: CostSums,
});
export type Costs = z.infer<typeof Costs>;

/** Months side by side: the one asked for is the last, and the first is a year before it. */
export const comparedMonths = 13;

/** Requests of the last month, and a cost for each month. */
const MonthSums = z.object({ requests: count, costs: z.array(Euros) });
export type MonthSums = z.infer<typeof MonthSums>;

export const MonthlyCost = MonthSums.extend(Cost.pick({ id: true, name: true, isMapped: true }).shape);
export type MonthlyCost = z.infer<typeof MonthlyCost>;

export const MonthlyCosts = z.object({
  /** The earliest first. */
  months: z.array(Month),
  /** The most expensive of the last month first. */
  data: z.array(MonthlyCost),
  count,
  sums: MonthSums,
});
export type MonthlyCosts = z.infer<typeof MonthlyCosts>;

/** Cost of one person's own requests: in a month by skill, and in each of the thirteen months up to the present one. */
export const PersonalCosts = z.object({
  /** The present one last. */
  months: z.array(z.object({ month: Month, total: Euros })),
  requests: count,
  total: Euros,
  /** The most expensive first. */
  skills: z.array(z.object({ id: z.string(), name: z.string(), requests: count, total: Euros })),
});
export type PersonalCosts = z.infer<typeof PersonalCosts>;

export const CostsQuery = z.strictObject({ by: z.enum(costDimensionNames), period: Month.optional() });

export const costsContract = {
  list: endpoint({
    method: 'GET',
    path: '/company/usage/costs',
    summary: `Get what departments, cost centres, persons, keys, models or skills cost in a month, the ${maxCosts} most expensive first; of persons the caller alone without the right to read people or to change limits`,
    access: 'billing.read',
  })
    .input(z.object({ query: CostsQuery }))
    .output(Costs),

  listMonths: endpoint({
    method: 'GET',
    path: '/company/usage/costs/months',
    summary: `Get what departments, cost centres, persons, keys, models or skills cost in a month and in each of the twelve before, side by side, the ${maxCosts} most expensive first; of persons the caller alone without the right to read people or to change limits`,
    access: 'billing.read',
  })
    .input(z.object({ query: CostsQuery }))
    .output(MonthlyCosts),

  getPersonal: endpoint({
    method: 'GET',
    path: '/user-info/costs',
    summary:
      'Get what the own requests of the caller cost in a month, by skill, and in each of the last thirteen months',
    access: 'signed-in',
  })
    .input(z.object({ query: z.strictObject({ period: Month.optional() }).optional() }))
    .output(PersonalCosts),
};
