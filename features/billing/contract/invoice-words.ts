import type { Invoice } from './invoices.ts';

/** The name of the company's own record in lists, pages and files; it is no invoice of the provider. */
export const recordWords = 'Record of the company';

/** Names the kind of a row of the list of invoices. */
export function describeKind({ isOwn, kind }: Pick<Invoice, 'isOwn' | 'kind'>): string {
  if (isOwn) return recordWords;
  return kind === 'creditNote' ? 'Credit note' : 'Invoice';
}
