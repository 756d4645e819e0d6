import type { InvoiceStatus } from '#features/billing/contract/invoices.ts';
import type { StatusTone } from '#web/ui/records/status-badge.tsx';

/** Section 4: Overdue red, Paid green, Pending grey; Credited is grey too, as nothing is to be done. */
export const statusTones: Readonly<Record<InvoiceStatus, StatusTone>> = {
  Overdue: 'red',
  Paid: 'green',
  Pending: 'grey',
  Credited: 'grey',
};
