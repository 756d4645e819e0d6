import { recordWords } from '#features/billing/contract/invoice-words.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { settings } from '#web/lib/settings.ts';

/** Who has added an invoice, as the list and the dialog say it; undefined for one of a closed month. */
export function describeOrigin({ isOwn, addedBy }: Pick<Invoice, 'isOwn' | 'addedBy'>): string | undefined {
  if (isOwn) return addedBy === undefined ? recordWords : `${recordWords}, added by ${addedBy}`;
  return addedBy === undefined ? undefined : `Added by ${addedBy}, ${settings.brand.provider}`;
}
