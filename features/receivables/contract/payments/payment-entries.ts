import * as z from 'zod';
import { Id, Instant, Version } from '#contract/fields.ts';
import { entryStateWords, previewWords, undecidedWords } from './entry-words.ts';
import { GrossEuros } from '#features/money/contract/costs/amounts.ts';

const toNames = <Words extends object>(words: Words) => Object.keys(words) as (keyof Words & string)[];

const Day = z.iso.date();

/** A payment of an invoice. */
export const AssignedPayment = z.object({
  invoiceId: Id,
  /** The invoice number. */
  number: z.string(),
  companyId: Id,
  companyName: z.string(),
  amount: GrossEuros,
});

/** Money on the account of the provider: a payment that came in, or one that was taken back (`return`). */
export const BankEntry = z.object({
  id: Id,
  kind: z.enum(['credit', 'return']),
  state: z.enum(toNames(entryStateWords)),
  reason: z.enum(toNames(undecidedWords)).nullable(),
  /** The day on which the bank booked it. */
  day: Day,
  amount: GrossEuros,
  /** The part of it that is assigned to no invoice. */
  rest: GrossEuros,
  /** The part of it that was taken back. */
  returned: GrossEuros,
  payerName: z.string().nullable(),
  payerIban: z.string().nullable(),
  references: z.array(z.string()),
  text: z.string(),
  payments: z.array(AssignedPayment),
  /** Who decided; null for a rule, and while it is open. */
  decidedBy: z.string().nullable(),
  version: z.int(),
});
export type BankEntry = z.infer<typeof BankEntry>;

/** An invoice that can be paid by an entry, or for a return the payment that it may take back, or the part of it for one invoice. */
export const EntryCandidate = z.object({
  id: Id,
  /** The invoice number, or the payer. */
  label: z.string(),
  companyName: z.string().nullable(),
  /** The sum that is owed, or the amount of the payment. */
  amount: GrossEuros,
  /** The due day, or the day of the payment. */
  day: Day,
});
export type EntryCandidate = z.infer<typeof EntryCandidate>;

const count = z.int().min(0);

/** A bank statement that was read. */
export const ReadStatement = z.object({
  id: Id,
  fileName: z.string(),
  /** That of the bank. */
  statementId: z.string(),
  iban: z.string(),
  from: Day.nullable(),
  to: Day.nullable(),
  readAt: Instant,
  readBy: z.string(),
  /** Entries that it brought, and those that an earlier file had brought. */
  entries: count,
  known: count,
  /** Entries that are no payments of customers, not booked yet, or in another currency. */
  outgoing: count,
  pending: count,
  foreign: count,
});
export type ReadStatement = z.infer<typeof ReadStatement>;

/** The outcome of one file. */
export const ReadOutcome = z.object({
  /** Whether the same file was read before, so that nothing changed. */
  isKnown: z.boolean(),
  statements: z.array(ReadStatement),
  /** Statements of other accounts in the file, which are left out. */
  otherAccounts: count,
  /** How many of its new entries are matched, and how many a person decides. */
  matched: count,
  open: count,
});
export type ReadOutcome = z.infer<typeof ReadOutcome>;

/** The effects that recording a file would have. */
export const StatementPreview = ReadOutcome.extend({
  /** Its new entries by what becomes of them, with the sum of their amounts. */
  groups: z.array(z.object({ kind: z.enum(toNames(previewWords)), count, amount: GrossEuros })),
  /** Payments of earlier files that would be matched or taken back too. */
  earlier: count,
  /** The first of its new entries as they would be; they are stored by no one. */
  entries: z.array(BankEntry),
  /** Sent with the file, so that nothing else is recorded than what was shown. */
  token: z.string(),
});
export type StatementPreview = z.infer<typeof StatementPreview>;

/** The rows of a state with their sum. */
export const EntrySums = z.object({ open: count, matched: count, aside: count, returned: count, openRest: GrossEuros });

export const EntryVersion = z.strictObject({ version: Version });
