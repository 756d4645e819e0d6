import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Version } from '#contract/fields.ts';
import { ledgerAccountNames, type LedgerAccount } from './ledger-accounts.ts';

const endpoint = defineEndpoints('Receivables', 'dev');

const accountMessage = 'Enter an account of at most 20 characters.';
const costCentreMessage = 'The input can have at most 60 characters.';
const hasControls = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

const PostingAccount = z.strictObject({
  /** Any text, because ledgers number their accounts in their own ways. */
  number: z
    .string({ error: accountMessage })
    .trim()
    .min(1, { error: accountMessage })
    .max(20, { error: accountMessage })
    .refine((text) => !hasControls.test(text), { error: accountMessage }),
  /** Empty for none. */
  costCentre: z
    .string({ error: costCentreMessage })
    .trim()
    .max(60, { error: costCentreMessage })
    .refine((text) => !hasControls.test(text), { error: costCentreMessage }),
});

const accounts = z.strictObject(
  Object.fromEntries(ledgerAccountNames.map((name) => [name, PostingAccount])) as Record<
    LedgerAccount,
    typeof PostingAccount
  >,
);

/** The number of each account in the provider's ledger, with the cost centre that its postings carry. */
export type JournalAccounts = z.infer<typeof accounts>;

const JournalSettings = z.object({ accounts, version: z.int() });
export type JournalSettings = z.infer<typeof JournalSettings>;

export const journalContract = {
  getAccounts: endpoint({
    method: 'GET',
    path: '/journal-accounts',
    summary: 'Get the accounts that the journal posts invoices to',
    access: 'companies.manage',
  }).output(JournalSettings),

  updateAccounts: endpoint({
    method: 'PUT',
    path: '/journal-accounts',
    summary: 'Update the accounts that the journal posts invoices to',
    access: 'companies.manage',
    problems: ['record.stale'],
  })
    .input(z.object({ body: z.strictObject({ accounts, version: Version.optional() }) }))
    .output(JournalSettings),
};
