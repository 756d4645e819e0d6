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

export const CostsQuery = z.strictObject({ by: z.enum(costDimensionNames), period: Month.optional() });

export const costsContract = {
  list: endpoint({
    method: 'GET',
    path: '/company/usage/costs',
    summary: `Get what departments, cost centres, persons, keys or skills cost in a month, the ${maxCosts} most expensive first`,
    access: 'billing.read',
  })
    .input(z.object({ query: CostsQuery }))
    .output(Costs),
};
