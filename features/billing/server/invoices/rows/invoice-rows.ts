import { describeKind } from '#features/billing/contract/invoice-words.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { describeVatPart, grossWords } from '#features/billing/contract/vat-words.ts';
import { isOpenInvoice } from '#features/billing/contract/invoices/invoice-filters.ts';
import { toPercent } from '#features/billing/contract/vat-rates.ts';
import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { toListedRows, type RowColumn, type RowSet } from '#server/lib/row-file.ts';
import type { Vat } from '../vat.ts';

/** An invoice of the list with what accountants file; null for a record of the company, which has no VAT. */
export interface InvoiceRow {
  readonly invoice: Invoice;
  readonly vat: Vat | null;
  /** The customer's, as it is printed. */
  readonly vatNumber: string | null;
}

/** Below 0 for a credit note, as its total. */
const toAmount = ({ invoice, vat }: InvoiceRow, get: (vat: Vat) => TenThousandths): number | null =>
  vat && toEuros(invoice.kind === 'creditNote' ? -get(vat) : get(vat));

/** A number where all of the invoice has one rate, else the rates in a text. */
function toRate({ vat }: InvoiceRow): number | string | null {
  const rates = [...new Set(vat?.parts.map(({ rate }) => toPercent(rate)))];
  return rates.length > 1 ? rates.join(' and ') : (rates[0] ?? null);
}

const toTreatment = ({ vat }: InvoiceRow): string | null =>
  vat && [...new Set(vat.parts.map((part) => describeVatPart({ ...part, percent: toPercent(part.rate) })))].join(', ');

/** The sum that is owed; 0 for what is paid or credited. */
const toOpen = ({ total, credited = 0, paid = 0, ...invoice }: Invoice): number =>
  isOpenInvoice(invoice) ? subtract(total, credited, paid) : 0;

/** In cents, because differences of euros are not exact. */
const subtract = (total: number, ...others: readonly number[]): number =>
  others.reduce((left, each) => left - Math.round(each * 100), Math.round(total * 100)) / 100;

/** The columns of one invoice; days are calendar days. */
export const invoiceRowColumns: readonly RowColumn<InvoiceRow>[] = [
  { key: 'invoiceId', label: 'Invoice ID', value: ({ invoice }) => invoice.invoiceId },
  { key: 'type', label: 'Type', value: ({ invoice }) => describeKind(invoice) },
  { key: 'corrects', label: 'Corrects', value: ({ invoice }) => invoice.corrects?.invoiceId ?? null },
  { key: 'company', label: 'Company', value: ({ invoice }) => invoice.company },
  { key: 'vatNumber', label: 'VAT number', value: ({ vatNumber }) => vatNumber },
  { key: 'period', label: 'Month', value: ({ invoice }) => invoice.period?.slice(0, 7) ?? null },
  { key: 'issueDate', label: 'Issue date', value: ({ invoice }) => invoice.issueDate },
  { key: 'dueDate', label: 'Due date', value: ({ invoice }) => invoice.dueDate },
  { key: 'net', label: 'Net (EUR)', value: (row) => toAmount(row, ({ net }) => net) },
  { key: 'vat', label: 'VAT (EUR)', value: (row) => toAmount(row, ({ amount }) => amount) },
  { key: 'vatRate', label: 'VAT rate (%)', value: toRate },
  { key: 'vatTreatment', label: 'VAT treatment', value: toTreatment },
  { key: 'total', label: `Total (EUR ${grossWords})`, value: ({ invoice }) => invoice.total },
  { key: 'credited', label: 'Credited (EUR)', value: ({ invoice }) => invoice.credited ?? 0 },
  { key: 'paid', label: 'Paid (EUR)', value: ({ invoice }) => invoice.paid ?? null },
  { key: 'open', label: 'Open (EUR)', value: ({ invoice }) => toOpen(invoice) },
  { key: 'status', label: 'Status', value: ({ invoice }) => invoice.status },
  { key: 'paidOn', label: 'Paid on', value: ({ invoice }) => invoice.paidOn ?? null },
  { key: 'addedBy', label: 'Added by', value: ({ invoice }) => invoice.addedBy ?? null },
];

export const toInvoiceRows = (rows: readonly InvoiceRow[]): RowSet => toListedRows(invoiceRowColumns, rows);
