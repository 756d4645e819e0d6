import type { Bill } from '#features/money/contract/bill.ts';

/** The bill of November 2026 before it is issued. */
export const makeBill = (values: Partial<Bill> = {}): Bill => ({
  period: '2026-11',
  isBilled: true,
  open: {
    skills: 316.01,
    support: 144,
    late: 0,
    total: 460.01,
    vat: { net: 370.98, amount: 89.03, percent: 24, isReverseCharge: false },
  },
  expected: 499.4,
  next: { issueDate: '2026-12-01', invoiceId: 'ACME-2026-0012' },
  invoice: null,
  ...values,
});
