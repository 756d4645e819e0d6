import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';

export const invoiceId = '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33';

export const skillId = '3f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d44';

/** An invoice as a SuperAdmin sees it. */
export const makeInvoice = (values: Partial<Invoice> = {}): Invoice => ({
  _id: invoiceId,
  invoiceId: 'ACME-2026-0007',
  company: 'Acme Manufacturing',
  issueDate: '2026-11-01',
  dueDate: '2026-11-15',
  total: 1234.5,
  status: 'Pending',
  version: 3,
  kind: 'invoice',
  isSettled: false,
  isOwn: false,
  canEdit: true,
  canMarkPaid: true,
  canDelete: true,
  canCredit: false,
  ...values,
});

export const makeDetails = (values: Partial<InvoiceDetails> = {}): InvoiceDetails => ({
  ...makeInvoice(),
  lines: [
    { description: 'Leave request', requests: 1234, price: 0.45, total: 555.3, period: '2026-10', skillId },
    { description: 'Payslip', requests: 3, price: 0.015, total: 0.05, period: '2026-09', skillId: null },
  ],
  vat: {
    net: 995.56,
    amount: 238.94,
    rounding: 0,
    total: 1234.5,
    parts: [{ treatment: 'domestic', percent: 24, net: 995.56, amount: 238.94, mention: null }],
    areLinesNet: true,
  },
  payment: {
    name: 'Steward OÜ',
    iban: 'EE382200221020145685',
    bic: 'HABAEE2X',
    reference: 'RF39ACME20260007',
    qrCode: { size: 29, path: 'M4 4h7v1h-7z' },
  },
  hasXml: false,
  payments: [],
  ...values,
});
