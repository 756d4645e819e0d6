import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { toFilterShape } from '#contract/filters/filter-shape.ts';
import { entryFilters, maxStatementBytes } from './entry-words.ts';
import {
  BankEntry,
  EntryCandidate,
  EntrySums,
  EntryVersion,
  ReadOutcome,
  ReadStatement,
  StatementPreview,
} from './payment-entries.ts';

const endpoint = defineEndpoints('Payments');

const operator = { access: 'companies.manage' } as const;
const byId = z.object({ id: Id });
const search = z.string().trim().max(100).optional();

/** A file of bank statements. */
const file = {
  ...operator,
  method: 'POST',
  takesFile: true,
  bodyLimitBytes: maxStatementBytes,
} as const;
const unreadable = [
  'payments.unreadable',
  'payments.other-account',
  'payments.other-currency',
  'request.too-complex',
] as const;
const fileName = z.string().trim().max(200).optional();

export const paymentsContract = {
  previewStatement: endpoint({
    ...file,
    path: '/payments/statements/preview',
    goesOn: true,
    summary: 'Say what a file of bank statements would do; nothing is changed',
    problems: unreadable,
  })
    .input(z.object({ query: z.strictObject({ fileName }).optional(), body: z.instanceof(Blob) }))
    .output(StatementPreview),

  readStatement: endpoint({
    ...file,
    path: '/payments/statements',
    summary:
      'Read a file of bank statements (CAMT.053 .02 to .14) and match its payments with invoices; a file that was read before changes nothing',
    problems: [...unreadable, 'payments.preview-stale'],
  })
    .input(
      z.object({
        query: z.strictObject({ fileName, token: z.string().max(64).optional() }).optional(),
        body: z.instanceof(Blob),
      }),
    )
    .output(ReadOutcome),

  listStatements: endpoint({
    ...operator,
    method: 'GET',
    path: '/payments/statements',
    summary: 'List the latest 200 bank statements that were read, newest first',
  }).output(z.array(ReadStatement)),

  undoStatement: endpoint({
    ...operator,
    method: 'DELETE',
    path: '/payments/statements/{id}',
    summary:
      'Undo a bank statement: the payments of its entries, and the entries themselves, so that it can be read again',
    successStatus: 204,
  }).input(z.object({ params: byId })),

  list: endpoint({
    ...operator,
    method: 'GET',
    path: '/payments/entries',
    summary: 'List the bank entries of a state, newest first, in pages of 50, with the counts of all states',
  })
    .input(
      z.object({
        query: z
          .strictObject({
            ...toFilterShape(entryFilters),
            before: z
              .string()
              .regex(/^\d{4}-\d{2}-\d{2}_[0-9a-f-]{36}$/)
              .optional(),
          })
          .optional(),
      }),
    )
    .output(z.object({ entries: z.array(BankEntry), next: z.string().nullable(), sums: EntrySums })),

  listCandidates: endpoint({
    ...operator,
    method: 'GET',
    path: '/payments/entries/{id}/candidates',
    summary: 'List invoices that an entry may pay, or payments that a return may take back, the likeliest first',
  })
    .input(z.object({ params: byId, query: z.strictObject({ search }).optional() }))
    .output(z.array(EntryCandidate)),

  assign: endpoint({
    ...operator,
    method: 'POST',
    path: '/payments/entries/{id}/assign',
    summary: 'Assign what is left of an entry to an invoice, or a return to the payment that it takes back',
    problems: ['record.stale', 'payments.not-owed', 'payments.no-rest', 'payments.not-returnable'],
  })
    .input(z.object({ params: byId, body: EntryVersion.extend({ candidateId: Id }) }))
    .output(BankEntry),

  setAside: endpoint({
    ...operator,
    method: 'POST',
    path: '/payments/entries/{id}/aside',
    summary: 'Keep what is left of an entry without an invoice, as credit of the customer or because it is no payment',
    problems: ['record.stale', 'payments.no-rest'],
  })
    .input(z.object({ params: byId, body: EntryVersion }))
    .output(BankEntry),

  undo: endpoint({
    ...operator,
    method: 'POST',
    path: '/payments/entries/{id}/undo',
    summary: 'Undo what was decided about an entry: its payments no longer count, and a person decides again',
    problems: ['record.stale'],
  })
    .input(z.object({ params: byId, body: EntryVersion }))
    .output(BankEntry),
};
