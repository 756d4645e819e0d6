/** The problems of invoices and credit notes, as `problems.ts` lists them. */
export const invoiceProblems = {
  'invoices.number-taken': { status: 409, message: 'An invoice with this number already exists.' },
  'invoices.issued': { status: 403, message: 'Only the provider can change, mark as paid or credit this invoice.' },
  'invoices.credit-instead': {
    status: 409,
    message: 'An invoice that the provider has issued is never deleted. Issue a credit note for it.',
  },
  'invoices.not-creditable': {
    status: 409,
    message: 'Only an invoice of the provider can be credited, no credit note and no record of the company.',
  },
  'invoices.nothing-to-credit': { status: 409, message: 'Nothing of this invoice is left to credit.' },
  'invoices.credit-whole': {
    status: 409,
    message: 'This invoice has several VAT rates. Only all of it can be credited.',
  },
  'invoices.credited': { status: 409, message: 'Credit notes and credited invoices cannot be changed.' },
  'invoices.paid-by-bank': {
    status: 409,
    message: 'A bank statement says when this invoice was paid. Undo its payment under Payments instead.',
  },
  'invoices.example-issuer': {
    status: 409,
    message: 'The issuer of invoices is still that of the example. The operator of the portal must set it first.',
  },
  'invoices.no-address': {
    status: 409,
    message: 'An invoice needs the street, city and country of the company. Enter them in its company profile first.',
  },
  'invoices.changed': { status: 409, message: 'The amount has changed. Check it again before you issue it.' },
  'companies.provider-invoice': { status: 409, message: 'The provider gets no invoices.' },
  'invoices.nothing-to-bill': { status: 409, message: 'There is nothing to bill for this month.' },
  'invoices.record-without-xml': { status: 409, message: 'A record of the company has no XML.' },
  'invoices.no-e-invoice': { status: 409, message: 'This invoice has no XML.' },
  'invoices.sent-recently': { status: 409, message: 'This was sent in this hour already. Send it again later.' },
  'invoices.no-reader': {
    status: 409,
    message: 'The company gets no invoices by e-mail. It needs a billing e-mail in its profile, or a contact.',
  },
  'invoices.settled': { status: 409, message: 'Only the status of this invoice can be changed.' },
} as const;
