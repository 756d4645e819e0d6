import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { netWords } from '../vat-words.ts';
import { Month } from '#features/money/contract/usage.ts';

const endpoint = defineEndpoints('Companies');

/** Months that a list of revenue covers, the present one included. */
export const revenueMonths = 24;

/** The invoices and credit notes that were issued to a company in a month. */
export const RevenueRow = z.object({
  companyId: Id,
  companyName: z.string(),
  /** Whether the company and its invoices are deleted; its revenue stays. */
  isDeleted: z.boolean(),
  period: Month,
  /** Below 0 where credit notes give back more than was invoiced. */
  net: z.number().describe(`Invoices less credit notes, in euros, ${netWords}.`),
  invoices: z.int(),
  creditNotes: z.int(),
});
export type RevenueRow = z.infer<typeof RevenueRow>;

export const Revenue = z.object({
  /** The last months, oldest first, the present one included; by the day of issue. */
  periods: z.array(Month),
  /** Only months of a company in which something was issued. */
  rows: z.array(RevenueRow),
});
export type Revenue = z.infer<typeof Revenue>;

export const revenueContract = {
  list: endpoint({
    method: 'GET',
    path: '/companies/revenue',
    summary: 'List what was invoiced to each company in the last 24 months, less credit notes, by month of issue',
    access: 'companies.manage',
  }).output(Revenue),
};
