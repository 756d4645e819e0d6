import type { TableFacts } from './table-facts.ts';

export const livesTables = {
  maintenance: {
    place: 'coordinator',
  },
  company_deletions: {
    place: 'coordinator',
  },
  erasures: {
    place: 'shard',
    restored: 'kept',
    person: { kind: 'none', state: 'none', certificate: 'none' },
    example: `insert into erasures (id, kind, subject_id, requested_at) values ('{id}', 'person', '{id}', now())`,
  },
  retention_settings: {
    place: 'shard',
    restored: 'kept',
    example: `insert into retention_settings default values`,
  },
  company_exports: {
    place: 'shard',
    restored: 'left',
    person: { requester_name: 'erased', requester_email: 'erased', state: 'none' },
    example: `insert into company_exports (id, requested_at, requester_name, requester_email, expires_at)
      values ('{id}', '2026-01-01', 'a', 'a', '2099-01-01')`,
  },
  row_files: {
    place: 'shard',
    restored: 'left',
    person: { kind: 'none', filter: 'erased', format: 'none', state: 'none', failure: 'none', made_by: 'none' },
    example: `insert into row_files (id, account_id, kind, filter, format, requested_at, expires_at)
      values ('{id}', '{id}', 'conversations', '{}', 'csv', '2026-01-01', '2099-01-01')`,
  },
  tasks: {
    place: 'shard',
    restored: 'left',
    person: { kind: 'none', state: 'none', failure: 'none', input: 'erased', facts: 'none' },
    example: `insert into tasks (id, kind, account_id, input, requested_at, expires_at)
      values ('{id}', 'rowFile', '{id}', '{}', '2026-01-01', '2026-01-01')`,
  },
  archived_invoices: {
    place: 'shard',
    restored: 'kept',
    person: { invoice_id: 'none', pdf_key: 'none' },
    example: `insert into archived_invoices (id, customer_id, invoice_id, issue_date, total_ten_thousandths, pdf_key, keep_until)
      values ('{id}', '{id}', 'i', '2026-11-01', 1, 'k', '2036-12-31')`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
