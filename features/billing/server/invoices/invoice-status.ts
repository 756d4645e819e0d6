import type { InvoiceStatus } from '#features/billing/contract/invoices.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';

interface Payable {
  readonly status: 'Pending' | 'Paid';
  readonly dueDate: string;
}

interface Creditable {
  readonly kind: 'invoice' | 'creditNote';
  readonly totalTenThousandths: TenThousandths;
  readonly creditedTenThousandths: TenThousandths;
}

/** The amount that credit notes have left of an invoice; 0 for a credit note. */
export const getLeft = ({ kind, totalTenThousandths, creditedTenThousandths }: Creditable): TenThousandths =>
  kind === 'creditNote' ? 0 : totalTenThousandths - creditedTenThousandths;

/** The amount that is still to be paid of an invoice that is not paid yet. */
export const getOwed = (invoice: Creditable & { readonly paidTenThousandths: TenThousandths }): TenThousandths =>
  Math.max(0, getLeft(invoice) - invoice.paidTenThousandths);

/** Whether it is a credit note, or an invoice of which credit notes leave nothing: neither can change. */
export const isCredited = (invoice: Creditable): boolean =>
  invoice.kind === 'creditNote' || (invoice.creditedTenThousandths > 0 && getLeft(invoice) === 0);

/** @param today the day in the company's zone; a pending invoice is Overdue after its due day */
export function getPaymentStatus({ status, dueDate }: Payable, today: string): 'Pending' | 'Paid' | 'Overdue' {
  return status === 'Pending' && today > dueDate ? 'Overdue' : status;
}

/** @param today the day in the company's zone */
export const getInvoiceStatus = (invoice: Payable & Creditable, today: string): InvoiceStatus =>
  isCredited(invoice) ? 'Credited' : getPaymentStatus(invoice, today);
