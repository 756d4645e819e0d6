import type { Invoice, InvoiceForm } from '#contract/billing/invoices.ts';
import { getDay } from '#contract/calendar/zones.ts';

/** What stands in the form's fields: all of it text, with no rules of its own (section 5). */
export type InvoiceValues = Readonly<
  Record<'invoiceId' | 'company' | 'issueDate' | 'dueDate' | 'total' | 'status', string>
>;

export const invoiceLabels: Readonly<Record<keyof InvoiceValues, string>> = {
  invoiceId: 'Invoice ID',
  company: 'Company',
  issueDate: 'Issue date',
  dueDate: 'Due date',
  total: 'Total',
  status: 'Status',
};

/** Dates default to today in the company's zone. */
export function newInvoiceValues(now: Date, timeZone: string): InvoiceValues {
  const today = getDay(now.getTime(), timeZone);
  return { invoiceId: '', company: '', issueDate: today, dueDate: today, total: '', status: 'Pending' };
}

/** Overdue is no choice: it comes by the due date, and goes when the invoice is paid. */
export function toInvoiceValues(invoice: Invoice): InvoiceValues {
  const { invoiceId, company, issueDate, dueDate, total, status } = invoice;
  return {
    invoiceId,
    company,
    issueDate,
    dueDate,
    total: total.toFixed(2),
    status: status === 'Paid' ? 'Paid' : 'Pending',
  };
}

/**
 * What is sent. A total that is no amount becomes what JSON has no number for, so that the server says what is wrong in
 * the words of the contract.
 */
export function toInvoiceForm(values: InvoiceValues): InvoiceForm {
  const { invoiceId, company, issueDate, dueDate } = values;
  const [amount] = /^\d{1,10}(?:[.,]\d{1,2})?$/.exec(values.total.trim()) ?? [];
  const total = amount === undefined ? Number.NaN : Number(amount.replace(',', '.'));
  return { invoiceId, company, issueDate, dueDate, total, status: values.status === 'Paid' ? 'Paid' : 'Pending' };
}

/** The fields in which the newer record differs from what the person wants to save. */
export function findDifferences(theirs: Invoice, mine: InvoiceValues) {
  const theirValues = toInvoiceValues(theirs);
  return (Object.keys(invoiceLabels) as (keyof InvoiceValues)[])
    .map((field) => ({ label: invoiceLabels[field], theirs: theirValues[field], yours: mine[field] }))
    .filter((difference) => difference.theirs !== difference.yours);
}
