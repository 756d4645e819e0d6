import { acting, billing, ofCompany, type TableFacts } from './table-facts.ts';

const ofProvider = 'Of the bookkeeping of the provider.';

export const paymentsTables = {
  payments: {
    place: 'shard',
    restored: 'kept',
    person: { created_by: acting, undone_by: acting },
    withheld: { entry_id: ofProvider, created_by: ofProvider, undone_by: ofProvider },
    example: `insert into payments (invoice_id, amount_ten_thousandths, paid_on, created_at, created_by)
      values ('{id}', 1, '2026-11-15', now(), 'a')`,
  },
  journal_settings: {
    place: 'shard',
    restored: 'kept',
    person: { accounts: ofCompany },
    example: `insert into journal_settings (updated_at) values (now())`,
  },
  bank_statements: {
    place: 'shard',
    restored: 'kept',
    withheld: { file_hash: 'Technical: it says whether a file was read before.' },
    person: { file_hash: 'none', file_name: billing, iban: 'none', statement_id: 'none', read_by: acting },
    example: `insert into bank_statements (id, file_hash, position, file_name, iban, statement_id, entries, known, outgoing,
        pending, in_others, read_at, read_by)
      values ('{id}', 'h', 0, 'f', 'EE1', 's', 1, 0, 0, 0, 0, now(), 'a')`,
  },
  bank_entries: {
    place: 'shard',
    restored: 'kept',
    person: {
      bank_key: 'none',
      kind: 'none',
      payer_name: billing,
      payer_iban: billing,
      payment_references: billing,
      remittance: billing,
      searched: billing,
      identifications: 'none',
      state: 'none',
      reason: 'none',
      decided_by: acting,
    },
    example: `insert into bank_entries (statement_id, position, bank_key, kind, amount_ten_thousandths, day,
        payment_references, remittance, searched, identifications, is_batch)
      values ('{id}', 0, 'k', 'credit', 1, '2026-11-15', '{}', 't', '', '{}', false)`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
