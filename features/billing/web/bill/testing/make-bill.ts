import { addEuros } from '#features/money/contract/euros.ts';
import type { InvoiceVat } from '#features/billing/contract/vat.ts';
import type { Bill } from '#features/billing/contract/bill.ts';

/** VAT of 24% on a net amount, in euros. */
export const makeVat = (net: number, amount: number): InvoiceVat => ({
  net,
  amount,
  rounding: 0,
  total: addEuros([net, amount]),
  parts: [{ treatment: 'domestic', percent: 24, net, amount, mention: null }],
  areLinesNet: true,
});

/** The bill of November 2026 before it is issued. */
export const makeBill = (values: Partial<Bill> = {}): Bill => ({
  period: '2026-11',
  isBilled: true,
  open: {
    skills: 316.01,
    fees: 0,
    feesFrom: null,
    support: 144,
    late: 0,
    total: 460.01,
    vat: makeVat(460.01, 110.4),
  },
  expected: 499.4,
  next: { issueDate: '2026-12-01', invoiceId: 'ACME-2026-0012' },
  invoice: null,
  ...values,
});

/** The invoice of October 2026. */
export const makeInvoiceOfMonth = (
  values: Partial<NonNullable<Bill['invoice']>> = {},
): NonNullable<Bill['invoice']> => ({
  _id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  invoiceId: 'ACME-2026-0011',
  total: 538.89,
  status: 'Paid',
  skills: 362.59,
  fees: 0,
  support: 72,
  late: 0,
  vat: makeVat(434.59, 104.3),
  ...values,
});
