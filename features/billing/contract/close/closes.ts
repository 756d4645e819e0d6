import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { GrossEuros } from '#features/money/contract/costs/amounts.ts';
import { Month } from '#features/money/contract/usage.ts';
import { InvoiceLine } from '../invoices.ts';
import { InvoiceVat } from '../vat.ts';

const endpoint = defineEndpoints('Invoices', 'dev');

/** An ended month that has no invoice yet, as its close would issue it now. */
export const ClosingMonth = z.object({
  period: Month,
  /** The day from which the portal issues it by itself; null where that has passed. */
  closesOn: z.iso.date().nullable(),
  /** Net. */
  lines: z.array(InvoiceLine.pick({ description: true, requests: true, price: true, total: true })),
  vat: InvoiceVat,
});
export type ClosingMonth = z.infer<typeof ClosingMonth>;

/** The reasons for which nothing is issued to a company. */
export const closeHindrances = ['address', 'issuer'] as const;

/** A company with what its close would issue now. */
export const ClosingCompany = z.object({
  id: Id,
  name: z.string(),
  /** No address of the company, or the issuer is that of the example; null where nothing is in the way. */
  waitsFor: z.enum(closeHindrances).nullable(),
  /** Whether the provider's VAT is charged because it has not decided otherwise, although country or number suggest it. */
  isVatUndecided: z.boolean(),
  /** Months whose invoice was credited wholly: they wait until the provider issues them again. */
  monthsToIssue: z.array(Month),
  months: z.array(ClosingMonth),
});
export type ClosingCompany = z.infer<typeof ClosingCompany>;

export const ClosingCompanies = z.object({
  companies: z.array(ClosingCompany),
  /** The last company of this page, after which the list continues; null at its end. */
  next: Id.nullable(),
});
export type ClosingCompanies = z.infer<typeof ClosingCompanies>;

export const closesContract = {
  list: endpoint({
    method: 'GET',
    path: '/companies/closes',
    summary: 'List the companies with ended months that have no invoice yet, with what their close would issue now',
    access: 'companies.manage',
  })
    .input(z.object({ query: z.strictObject({ after: Id.optional() }).optional() }))
    .output(ClosingCompanies),

  issue: endpoint({
    method: 'POST',
    path: '/companies/{id}/close',
    summary: 'Issue the invoices of the ended months of a company now, without waiting for the days of grace',
    access: 'companies.manage',
    successStatus: 201,
    problems: [
      'companies.provider-invoice',
      'invoices.no-address',
      'invoices.nothing-to-bill',
      'invoices.changed',
      'invoices.example-issuer',
    ],
  })
    .input(
      z.object({
        params: z.object({ id: Id }),
        body: z.strictObject({
          /** The sum of the invoices that the caller has seen, VAT included; any, where it is missing. */
          total: z.number({ error: 'Enter an amount in euros, e.g. 1250.50.' }).optional(),
        }),
      }),
    )
    .output(z.object({ invoices: z.array(z.object({ invoiceId: z.string(), period: Month, total: GrossEuros })) })),
};
