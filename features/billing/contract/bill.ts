import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { GrossEuros } from '#features/money/contract/costs/amounts.ts';
import { InvoiceStatus } from './invoices.ts';
import { Euros, Month } from '#features/money/contract/usage.ts';
import { InvoiceVat } from './vat.ts';

const endpoint = defineEndpoints('Invoices', 'dev');

/** Sums of lines in euros of whole cents. */
const billParts = {
  skills: z.number().describe('Usage of the month. Net, unless `vat.areLinesNet` says otherwise.'),
  fees: z.number().describe('Base fees of the month. Net, unless `vat.areLinesNet` says otherwise.'),
  support: z.number().describe('Support of the month. Net, unless `vat.areLinesNet` says otherwise.'),
  /** Below 0 where a month was billed too much. */
  late: z.number().describe('Usage, fees and support of earlier months that was reported later, as the other sums.'),
};

/** Sums that are on no invoice yet, as the next one bills them, net as on its lines. */
const OpenBill = z.object({
  ...billParts,
  feesFrom: z.iso.date().nullable().describe('The first day of the base fees, where all begin later in the month.'),
  total: z.number().describe('Skills, fees, support and what is late: the net of the invoice.'),
  /** With what is to be paid. */
  vat: InvoiceVat,
});

/** The issued invoice of a month with what its lines bill, and with what is to be paid. */
const InvoiceOfMonth = z.object({
  _id: Id,
  invoiceId: z.string(),
  total: GrossEuros,
  status: InvoiceStatus,
  ...billParts,
  vat: InvoiceVat,
});

/** The bill of one calendar month in the company's zone: what is open, and the invoice that the month has. */
export const Bill = z.object({
  period: Month,
  /** Whether the company is billed for the month: the provider is not, nor is a month of before the first billed one. */
  isBilled: z.boolean(),
  /** Only the rest that its invoice has not billed, where the month is past. */
  open: OpenBill,
  /** The net total of the present month at its end, from the forecast of the usage; null without a forecast. */
  expected: Euros.nullable(),
  /**
   * The invoice that bills what is open: the day of its issue, and its number where it is known. Null where the invoice of the
   * month was credited and waits to be issued again, and where the company has no address yet.
   */
  next: z.object({ issueDate: z.iso.date(), invoiceId: z.string().nullable() }).nullable(),
  invoice: InvoiceOfMonth.nullable(),
});
export type Bill = z.infer<typeof Bill>;

export const billContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/bill',
    summary: 'Get the bill of a month, by default of the present one before it is issued',
    access: 'billing.read',
  })
    .input(z.object({ query: z.strictObject({ period: Month.optional() }).optional() }))
    .output(Bill),
};
