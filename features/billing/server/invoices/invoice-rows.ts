import { grossWords } from '#features/billing/contract/vat-words.ts';
import { describeKind } from '#features/billing/contract/invoice-words.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';

/** The list of invoices as rows. Days are calendar days. */
export function toInvoiceRows(invoices: readonly Invoice[]): RowSet {
  return toListedRows<Invoice>(
    [
      { key: 'invoiceId', label: 'Invoice ID', value: ({ invoiceId }) => invoiceId },
      { key: 'type', label: 'Type', value: describeKind },
      { key: 'corrects', label: 'Corrects', value: ({ corrects }) => corrects?.invoiceId ?? null },
      { key: 'company', label: 'Company', value: ({ company }) => company },
      { key: 'period', label: 'Month', value: ({ period }) => period?.slice(0, 7) ?? null },
      { key: 'issueDate', label: 'Issue date', value: ({ issueDate }) => issueDate },
      { key: 'dueDate', label: 'Due date', value: ({ dueDate }) => dueDate },
      { key: 'total', label: `Total (EUR ${grossWords})`, value: ({ total }) => total },
      { key: 'status', label: 'Status', value: ({ status }) => status },
      { key: 'paidOn', label: 'Paid on', value: ({ paidOn }) => paidOn ?? null },
      { key: 'addedBy', label: 'Added by', value: ({ addedBy }) => addedBy ?? null },
    ],
    invoices,
  );
}
