import { choice, text } from '#contract/filters/filters.ts';

/** The largest file of statements. */
export const maxStatementBytes = 10_000_000;

/** `open`: a person decides. `matched`: all of it is assigned. `aside`: it stays without an invoice. `returned`: it was taken back. */
export const entryStateWords = {
  open: 'To decide',
  matched: 'Matched',
  aside: 'Set aside',
  returned: 'Returned',
} as const;
export type EntryState = keyof typeof entryStateWords;

/** Why a person has to decide about a bank entry. */
export const undecidedWords = {
  unknown: 'It names no invoice that is known.',
  later: 'It names an invoice that was issued later.',
  ambiguous: 'It names several invoices, or several are of its amount.',
  paid: 'Nothing is owed for the invoice that it names.',
  'other-payer': 'Its account has paid for another company before.',
  'other-amount': 'Its amount is that of another invoice than the one it names.',
  over: 'More was paid than is owed.',
  batch: 'The bank does not tell its payments apart.',
  undone: 'Its assignment was undone.',
  return: 'It takes back a payment that was not found.',
  refund: 'You paid it to an account that has paid you. Assign the payment that it gives back, or set it aside.',
  split: 'It takes back a part of a payment that paid several invoices.',
} as const;
export type UndecidedReason = keyof typeof undecidedWords;

/** The outcomes of the entries of a file. */
export const previewWords = {
  paid: 'Pays its invoices',
  partly: 'Pays a part of an invoice',
  over: 'Pays more than is owed',
  ambiguous: 'To decide: names several, a paid or another company’s invoice',
  unmatched: 'To decide: names no known invoice',
  later: 'To decide: names an invoice that was issued later',
  returned: 'Takes a payment back',
  'return-unmatched': 'To decide: takes back a payment that was not found',
  refund: 'To decide: may give a payment back',
  gone: 'Is taken back in the same file',
} as const;
export type PreviewKind = keyof typeof previewWords;

/** The filters of the list of entries. */
export const entryFilters = {
  state: choice({ noun: 'state', values: entryStateWords }),
  /** A part of the payer, its account, the reference or the text. */
  search: text({ maxLength: 100, toWord: (value) => `search: ${value}` }),
};
