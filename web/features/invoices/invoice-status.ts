import type { InvoiceStatus } from '#contract/billing/invoices.ts';
import type { StatusTone } from '../../ui/records/status-badge.tsx';

/** Section 4: Overdue red, Paid green, Pending grey. */
export const statusTones: Readonly<Record<InvoiceStatus, StatusTone>> = {
  Overdue: 'red',
  Paid: 'green',
  Pending: 'grey',
};
