import type { BankEntry, ReadStatement } from '#features/receivables/contract/payments/payment-entries.ts';

export const makeBankEntry = (values: Partial<BankEntry> = {}): BankEntry => ({
  id: '0e6a9d7e-3a5e-4c2f-9d68-0f1a2b3c4d01',
  kind: 'credit',
  state: 'open',
  reason: 'ambiguous',
  day: '2026-11-20',
  amount: 124,
  rest: 124,
  returned: 0,
  payerName: 'Acme Manufacturing AS',
  payerIban: 'DE89370400440532013000',
  references: [],
  text: 'ACME-2026-0001 and ACME-2026-0002',
  payments: [],
  decidedBy: null,
  version: 1,
  ...values,
});

export const makeStatement = (values: Partial<ReadStatement> = {}): ReadStatement => ({
  id: '0e6a9d7e-3a5e-4c2f-9d68-0f1a2b3c4d02',
  fileName: 'november.xml',
  statementId: '2026-11',
  iban: 'EE382200221020145685',
  from: '2026-11-01',
  to: '2026-11-30',
  readAt: '2026-11-30T06:00:00.000Z',
  readBy: 'Kati Kask',
  entries: 12,
  known: 2,
  outgoing: 3,
  pending: 0,
  foreign: 0,
  ...values,
});
