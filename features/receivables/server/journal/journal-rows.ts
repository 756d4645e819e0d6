import { describeVatPart } from '#features/billing/contract/vat-words.ts';
import { toPercent } from '#features/billing/contract/vat-rates.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { ledgerAccounts } from '#features/receivables/contract/journal/ledger-accounts.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';
import type { JournalLine } from './plan-postings.ts';

/** The journal as rows, one for each posting. Days are calendar days. */
export const toJournalRows = (lines: readonly JournalLine[]): RowSet =>
  toListedRows<JournalLine>(
    [
      { key: 'date', label: 'Date', value: ({ issueDate }) => issueDate },
      { key: 'document', label: 'Document', value: ({ number }) => number },
      { key: 'type', label: 'Type', value: ({ kind }) => (kind === 'creditNote' ? 'Credit note' : 'Invoice') },
      { key: 'corrects', label: 'Corrects', value: ({ corrects }) => corrects },
      { key: 'company', label: 'Company', value: ({ company }) => company },
      { key: 'account', label: 'Account', value: ({ accountNumber }) => accountNumber },
      { key: 'accountName', label: 'Account name', value: ({ account }) => ledgerAccounts[account].label },
      { key: 'debit', label: 'Debit (EUR)', value: ({ debit }) => toEuros(debit) },
      { key: 'credit', label: 'Credit (EUR)', value: ({ credit }) => toEuros(credit) },
      { key: 'vatRate', label: 'VAT rate (%)', value: ({ rate }) => (rate === null ? null : toPercent(rate)) },
      { key: 'vatTreatment', label: 'VAT treatment', value: toTreatment },
      { key: 'costCentre', label: 'Cost centre', value: ({ costCentre }) => costCentre },
    ],
    lines,
  );

const toTreatment = ({ treatment, rate }: JournalLine): string | null =>
  treatment && describeVatPart({ treatment, percent: toPercent(rate ?? 0) });
