import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, IdempotencyHeaders, Version } from '#contract/fields.ts';
import { GrossEuros } from '#features/money/contract/costs/amounts.ts';
import { InvoiceCredit, invoiceKinds, InvoiceReference, MonthToIssue } from './credit/credit-notes.ts';
import { Month, SkillId } from '#features/money/contract/usage.ts';
import { InvoiceVat } from './vat.ts';

const endpoint = defineEndpoints('Invoices', 'dev');

/**
 * Pending and Paid are stored; a Pending invoice is Overdue after its due day in the company's zone. Credited are credit notes, and
 * invoices of which they leave nothing.
 */
export const invoiceStatuses = ['Pending', 'Paid', 'Overdue', 'Credited'] as const;
export const InvoiceStatus = z.enum(invoiceStatuses, { error: 'The status must be Pending or Paid.' });
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** An invoice of the company (section 3). Dates are calendar days (`2026-11-21`), money is in euro; the total is to be paid, VAT included. */
export const Invoice = z.object({
  _id: Id,
  /** The invoice number. */
  invoiceId: z.string(),
  company: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  /** Below 0 for a credit note. */
  total: GrossEuros,
  status: InvoiceStatus,
  version: z.int(),
  kind: z.enum(invoiceKinds),
  /** How much credit notes give back of the total; missing where there are none. */
  credited: GrossEuros.optional(),
  creditNotes: z.array(InvoiceReference).optional(),
  /** How much of it payments have paid; missing where none is noted, as for an invoice of before that was marked as paid. */
  paid: GrossEuros.optional(),
  /** The invoice that a credit note corrects, and why. */
  corrects: InvoiceReference.optional(),
  correctionReason: z.string().optional(),
  /** First day of the invoiced month; missing on invoices entered by hand. */
  period: z.string().optional(),
  /** The day of payment; missing while it is not paid, and where it was not noted. */
  paidOn: z.string().optional(),
  /** Whether only status and day of payment can change, because the provider has issued it or it is paid. */
  isSettled: z.boolean(),
  /** Whether it is the company's own record; all others belong to the provider, who alone changes them. */
  isOwn: z.boolean(),
  /** Name of the user who added it; missing for a closed month. */
  addedBy: z.string().optional(),
  /** Whether the caller may change the invoice. */
  canEdit: z.boolean(),
  /** Whether the caller may mark the invoice as paid. */
  canMarkPaid: z.boolean(),
  /** Whether the caller may delete it: only a record of the company. */
  canDelete: z.boolean(),
  /** Whether the caller may issue a credit note for it. */
  canCredit: z.boolean(),
});
export type Invoice = z.infer<typeof Invoice>;

/** A payment of an invoice, on the day of the bank or on the one that was entered. */
export const PaidAmount = z.object({ amount: GrossEuros, paidOn: z.iso.date() });

/**
 * A line that is not 0: the usage of a skill at one price, or an agreed amount, where `requests` and `price` are null. Amounts are
 * net, unless `vat.areLinesNet` of the invoice says that they include the VAT.
 */
export const InvoiceLine = z.object({
  description: z.string(),
  requests: z.int().nullable(),
  price: z.number().nullable(),
  total: z.number(),
  /** The month of the billed usage or support; null where it is not known. */
  period: Month.nullable(),
  /** The skill whose usage it bills, as it is mapped now; null for others and where it is not known. */
  skillId: SkillId.nullable(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** Bank account to pay to. `reference` is an ISO 11649 creditor reference. */
export const InvoicePayment = z.object({
  name: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  reference: z.string(),
  /**
   * A payload of EPC069-12 version 002 as a QR code: dark cells as one SVG path of unit squares, in a square of `size`
   * with its white border. Null where nothing is to be paid.
   */
  qrCode: z.object({ size: z.int(), path: z.string() }).nullable(),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

/** VAT and payment are null for a record of the company, which is no paper of the provider; payment also for a credit note. */
export const InvoiceDetails = Invoice.extend({
  lines: z.array(InvoiceLine),
  vat: InvoiceVat.nullable(),
  payment: InvoicePayment.nullable(),
  /** Payments that count, oldest first. */
  payments: z.array(PaidAmount),
  /** Whether it can be had as XML by EN 16931. */
  hasXml: z.boolean(),
});
export type InvoiceDetails = z.infer<typeof InvoiceDetails>;

const invoiceIdMaxLength = 60;
const dateMessage = 'The date is not valid.';

/** A calendar day, or an instant, which counts as its day in the company's zone. */
const InvoiceDate = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: dateMessage });

const invoiceId = z
  .string({ error: 'The Invoice ID is required!' })
  .trim()
  .min(1, { error: 'The Invoice ID is required!', abort: true })
  .refine((text) => [...text].length <= invoiceIdMaxLength, {
    error: `The Invoice ID can have at most ${invoiceIdMaxLength} characters.`,
  })
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text), {
    error: 'The Invoice ID contains invalid characters.',
  });

/** Section 5, invoice form. The rules are the server's, because the section has none. */
export const InvoiceForm = z.strictObject({
  invoiceId,
  company: z.string().max(200, { error: 'The input can have at most 200 characters.' }),
  issueDate: InvoiceDate,
  dueDate: InvoiceDate,
  total: z
    .number({ error: 'Enter an amount in euros, e.g. 1250.50.' })
    .refine((euros) => /^\d{1,10}(\.\d{1,2})?$/.test(String(euros)), {
      error: 'Enter an amount in euros, e.g. 1250.50.',
    }),
  status: InvoiceStatus.default('Pending'),
});
export type InvoiceForm = z.infer<typeof InvoiceForm>;

/** Clients may send back the whole record; read-only fields must be unchanged. */
export const InvoiceUpdate = InvoiceForm.extend({
  _id: Id.optional(),
  id: Id.optional(),
  version: Version.optional(),
  period: z.string().nullish(),
  /** The day of payment; today where a status of Paid comes without one. */
  paidOn: z.iso.date({ error: dateMessage }).nullish(),
  isSettled: z.boolean().optional(),
  isOwn: z.boolean().optional(),
  kind: z.enum(invoiceKinds).optional(),
  credited: z.number().nullish(),
  creditNotes: z.array(InvoiceReference).nullish(),
  paid: z.number().nullish(),
  corrects: InvoiceReference.nullish(),
  correctionReason: z.string().nullish(),
  addedBy: z.string().nullish(),
  canEdit: z.boolean().optional(),
  canMarkPaid: z.boolean().optional(),
  canDelete: z.boolean().optional(),
  canCredit: z.boolean().optional(),
});
export type InvoiceUpdate = z.infer<typeof InvoiceUpdate>;

const byId = z.object({ _id: Id });

export const InvoiceSyntax = z.enum(['cii', 'ubl'], { error: 'The syntax must be cii or ubl.' });
export type InvoiceSyntax = z.infer<typeof InvoiceSyntax>;

export const invoicesContract = {
  list: endpoint({
    method: 'GET',
    path: '/company/billing',
    summary: 'List the invoices of the company, newest first',
    access: 'billing.read',
  }).output(z.array(Invoice)),

  get: endpoint({
    method: 'GET',
    path: '/company/billing/{_id}',
    summary: 'Get an invoice with its lines and payment data',
    access: 'billing.read',
  })
    .input(z.object({ params: byId }))
    .output(InvoiceDetails),

  getPdf: endpoint({
    method: 'GET',
    path: '/company/billing/{_id}/pdf',
    summary: 'Get an invoice as PDF/A-3b; a record of the company as a sheet without seller, VAT and bank',
    access: 'billing.read',
  })
    .input(z.object({ params: byId }))
    .output(z.instanceof(Blob)),

  getXml: endpoint({
    method: 'GET',
    path: '/company/billing/{_id}/xml',
    summary: 'Get an issued invoice as XML by EN 16931: that of its PDF (cii, Factur-X), or as UBL 2.1 (ubl)',
    access: 'billing.read',
    problems: ['invoices.record-without-xml', 'invoices.no-e-invoice'],
  })
    .input(z.object({ params: byId, query: z.strictObject({ syntax: InvoiceSyntax.default('cii') }).optional() }))
    .output(z.instanceof(Blob)),

  create: endpoint({
    method: 'POST',
    path: '/company/billing',
    summary: 'Create an invoice',
    access: 'invoices.manage',
    successStatus: 201,
    problems: ['invoices.number-taken', 'invoices.example-issuer', 'invoices.no-address'],
  })
    .input(z.object({ body: InvoiceForm, headers: IdempotencyHeaders }))
    .output(Invoice),

  update: endpoint({
    method: 'PUT',
    path: '/company/billing/{_id}',
    summary:
      'Update a record of the company; only status and day of payment of one that is paid or that the provider issued',
    access: 'invoices.manage',
    problems: [
      'record.stale',
      'invoices.number-taken',
      'invoices.settled',
      'invoices.issued',
      'invoices.credited',
      'invoices.paid-by-bank',
    ],
  })
    .input(z.object({ params: byId, body: InvoiceUpdate }))
    .output(Invoice),

  delete: endpoint({
    method: 'DELETE',
    path: '/company/billing/{id}',
    summary: 'Delete a record of the company that is not paid; what the provider has issued is credited instead',
    access: 'invoices.manage',
    successStatus: 204,
    problems: ['invoices.settled', 'invoices.issued', 'invoices.credit-instead'],
  }).input(z.object({ params: z.object({ id: Id }) })),

  credit: endpoint({
    method: 'POST',
    path: '/company/billing/{_id}/credit',
    summary: 'Issue a credit note for an invoice, over a part of it or all that is left',
    access: 'invoices.manage-issued',
    successStatus: 201,
    problems: [
      'record.stale',
      'invoices.not-creditable',
      'invoices.nothing-to-credit',
      'invoices.credit-whole',
      'invoices.example-issuer',
    ],
  })
    .input(z.object({ params: byId, body: InvoiceCredit, headers: IdempotencyHeaders }))
    .output(Invoice),

  listMonthsToIssue: endpoint({
    method: 'GET',
    path: '/company/months-to-issue',
    summary: 'List the months whose invoice was credited wholly and is to be issued again, newest first',
    access: 'invoices.manage-issued',
  }).output(z.array(MonthToIssue)),

  issueAgain: endpoint({
    method: 'POST',
    path: '/company/months-to-issue/{_id}/issue',
    summary: 'Issue the invoice of such a month again, with a new number and the dates of today',
    access: 'invoices.manage-issued',
    successStatus: 201,
    problems: ['invoices.number-taken', 'invoices.nothing-to-bill', 'invoices.example-issuer', 'invoices.no-address'],
  })
    .input(z.object({ params: byId }))
    .output(Invoice),
};
