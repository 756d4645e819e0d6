import type { InvoiceStatus } from '#contract/billing/invoices.ts';

interface Settlement {
  readonly status: 'Pending' | 'Paid';
  readonly dueDate: string;
}

/** @param today the day in the company's zone; an invoice is Overdue once its due day has ended there */
export function getInvoiceStatus({ status, dueDate }: Settlement, today: string): InvoiceStatus {
  return status === 'Pending' && today > dueDate ? 'Overdue' : status;
}
