import type { InvoiceStatus } from '#features/money/contract/invoices.ts';

interface Payable {
  readonly status: 'Pending' | 'Paid';
  readonly dueDate: string;
}

/** @param today the day in the company's zone; a pending invoice is Overdue after its due day */
export function getInvoiceStatus({ status, dueDate }: Payable, today: string): InvoiceStatus {
  return status === 'Pending' && today > dueDate ? 'Overdue' : status;
}
