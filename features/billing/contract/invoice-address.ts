/** The fields of a company that its invoices need, in words; a VAT number may be hidden from a reader, and is missing then. */
const needed = {
  address_1: 'street',
  zip: 'postal code',
  city: 'city',
  country: 'country',
  vatNumber: 'VAT number',
} as const;

type InvoiceAddress = { readonly [Name in keyof typeof needed]?: string | null };

/** Lists what an invoice to the company lacks, in words. */
export const listMissingData = (company: InvoiceAddress): string[] =>
  Object.entries(needed).flatMap(([name, word]) => (company[name as keyof InvoiceAddress] === null ? [word] : []));
