import { choice, integer, type FilterValues } from '#contract/filters/filters.ts';
import type { Invoice } from '../invoices.ts';

/** The filters of the list of invoices. A record of the company is no debt (decision 0073), so that it is neither open nor overdue. */
export const invoiceFilters = {
  status: choice({ noun: 'status', values: { open: 'Open', overdue: 'Overdue', paid: 'Paid', credited: 'Credited' } }),
  year: integer({ min: 1900, max: 2999, toWord: (year) => `issued in ${year}` }),
};

export type InvoiceFilter = FilterValues<typeof invoiceFilters>;

type FilteredInvoice = Pick<Invoice, 'status' | 'isOwn' | 'issueDate'>;

export const isOpenInvoice = ({ status, isOwn }: FilteredInvoice): boolean =>
  (status === 'Pending' || status === 'Overdue') && !isOwn;
export const isOverdueInvoice = (invoice: FilteredInvoice): boolean =>
  invoice.status === 'Overdue' && isOpenInvoice(invoice);

const matches: Readonly<Record<NonNullable<InvoiceFilter['status']>, (invoice: FilteredInvoice) => boolean>> = {
  open: isOpenInvoice,
  overdue: isOverdueInvoice,
  paid: ({ status }) => status === 'Paid',
  credited: ({ status }) => status === 'Credited',
};

export const getIssueYear = ({ issueDate }: Pick<Invoice, 'issueDate'>): number => Number(issueDate.slice(0, 4));

/** Whether the filters leave an invoice in the list. */
export const matchesInvoice = (invoice: FilteredInvoice, { status, year }: InvoiceFilter): boolean =>
  (status === undefined || matches[status](invoice)) && (year === undefined || getIssueYear(invoice) === year);
