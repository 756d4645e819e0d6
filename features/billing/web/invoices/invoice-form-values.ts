import type { Invoice, InvoiceForm } from '#features/billing/contract/invoices.ts';
import { getDay } from '#contract/calendar/zones.ts';

/** The values of the form: every field of the contract, as text, and the day of payment, which only an update has. */
export type InvoiceValues = Readonly<Record<keyof InvoiceForm | 'paidOn', string>>;

/** An invoice as the API gives it; without an id it is still to be created. */
export type InvoiceRecord = Omit<InvoiceForm, 'total'> &
  Partial<Pick<Invoice, '_id' | 'total' | 'version' | 'period' | 'paidOn'>>;

export const invoiceLabels: Readonly<Record<keyof InvoiceValues, string>> = {
  invoiceId: 'Invoice ID',
  company: 'Company',
  issueDate: 'Issue date',
  dueDate: 'Due date',
  total: 'Total',
  status: 'Status',
  paidOn: 'Date of payment',
};

/** Dates default to today in the company's zone. */
export function newInvoice(now: Date, timeZone: string): InvoiceRecord {
  const today = getDay(now.getTime(), timeZone);
  return { invoiceId: '', company: '', issueDate: today, dueDate: today, status: 'Pending' };
}

/** Overdue can not be chosen: the server sets it after the due date and drops it once the invoice is paid. */
export function toInvoiceValues(invoice: InvoiceRecord): InvoiceValues {
  const { invoiceId, company, issueDate, dueDate, total, status } = invoice;
  return {
    invoiceId,
    company,
    issueDate,
    dueDate,
    total: total?.toFixed(2) ?? '',
    status: status === 'Paid' ? 'Paid' : 'Pending',
    paidOn: invoice.paidOn ?? '',
  };
}

/** An invalid total becomes NaN, JSON's null, which the server rejects in the words of the contract. */
export function parseTotal(text: string): number {
  const [amount] = /^\d{1,10}(?:[.,]\d{1,2})?$/.exec(text.trim()) ?? [];
  return amount === undefined ? Number.NaN : Number(amount.replace(',', '.'));
}

/** The body of a save. */
export function toInvoiceForm(values: InvoiceValues): InvoiceForm {
  const { invoiceId, company, issueDate, dueDate } = values;
  const total = parseTotal(values.total);
  return { invoiceId, company, issueDate, dueDate, total, status: values.status === 'Paid' ? 'Paid' : 'Pending' };
}
