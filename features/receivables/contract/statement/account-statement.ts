import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { dayField, Id } from '#contract/fields.ts';

const endpoint = defineEndpoints('Receivables', 'dev');

const Day = dayField('The date is not valid.');

/** The kinds of movements of an account, in the order of one day. */
export const movementKinds = ['invoice', 'creditNote', 'payment'] as const;

/** An invoice, a credit note or a payment. Amounts are in euros; below 0 for what lessens the debt. */
const Movement = z.object({
  day: z.iso.date(),
  kind: z.enum(movementKinds),
  /** That of the invoice which was paid, for a payment. */
  _id: Id,
  invoiceId: z.string(),
  amount: z.number(),
  /** After it. */
  balance: z.number(),
});
export type Movement = z.infer<typeof Movement>;

/** The debt of a company over some days. Balances are below 0 where the company has paid more than was asked for. */
export const AccountStatement = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  opening: z.number(),
  invoiced: z.number(),
  /** Below 0, as what is paid. */
  credited: z.number(),
  paid: z.number(),
  closing: z.number(),
  movements: z.array(Movement),
});
export type AccountStatement = z.infer<typeof AccountStatement>;

const Days = z.strictObject({ from: Day, to: Day });

/** The most movements that a PDF lists; a file of rows has all. */
export const mostPrintedMovements = 5000;

export const accountStatementContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/account-statement',
    summary:
      'Get what the company owes over some days: opening balance, invoices, credit notes, payments, closing balance',
    access: 'billing.read',
    problems: ['request.invalid'],
  })
    .input(z.object({ query: Days }))
    .output(AccountStatement),

  getPdf: endpoint({
    method: 'GET',
    path: '/company/account-statement/pdf',
    summary: 'Get the statement of account of some days as a tagged PDF, with the parties and each movement',
    access: 'billing.read',
    problems: ['request.invalid', 'exports.too-large'],
  })
    .input(z.object({ query: Days }))
    .output(z.instanceof(Blob)),
};
