/**
 * The accounts that invoices are posted to, with the numbers of a ledger that has none yet: an entry for each, which the settings,
 * their form and the journal follow. Data alone, because the browser reads it too.
 */
export const ledgerAccounts = {
  receivable: { label: 'Receivables', number: '1200' },
  domestic: { label: 'Revenue with VAT', number: '4000' },
  reverseCharge: { label: 'Revenue with reverse charge', number: '4010' },
  outsideUnion: { label: 'Revenue outside the Union', number: '4020' },
  exempt: { label: 'Revenue exempt from VAT', number: '4030' },
  vat: { label: 'VAT', number: '2310' },
  rounding: { label: 'Rounding', number: '4900' },
} as const;

export type LedgerAccount = keyof typeof ledgerAccounts;
export const ledgerAccountNames = Object.keys(ledgerAccounts) as LedgerAccount[];
