import type { invoiceLines, invoices } from '../../database/schema/invoices.ts';

export type StoredInvoice = Omit<typeof invoices.$inferSelect, 'companyId' | 'createdAt' | 'updatedAt'>;
export type StoredLine = Omit<typeof invoiceLines.$inferSelect, 'companyId' | 'invoiceId' | 'position'>;

/** What a form decides. */
export type InvoiceValues = Pick<
  StoredInvoice,
  'invoiceId' | 'company' | 'issueDate' | 'dueDate' | 'totalTenThousandths' | 'status'
>;

/** What of the company stands on its invoices. */
export interface Customer {
  readonly name: string;
  readonly vatNumber: string | null;
  readonly addressLines: readonly string[];
}
