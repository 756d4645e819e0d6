import { acting, billing, type TableFacts } from './table-facts.ts';

export const invoicesTables = {
  invoices: {
    place: 'shard',
    restored: 'kept',
    person: {
      invoice_id: 'none',
      company: billing,
      status: 'none',
      pdf_key: 'none',
      added_by: acting,
      reference: 'none',
      paper: billing,
      vat: billing,
      kind: 'none',
      correction_reason: billing,
    },
    example: `insert into invoices (id, invoice_id, issue_date, due_date, total_ten_thousandths)
      values ('{id}', 'i', '2026-11-01', '2026-11-15', 1)`,
  },
  invoice_lines: {
    place: 'shard',
    restored: 'kept',
    person: { description: billing, vat_treatment: 'none' },
    example: `insert into invoice_lines (invoice_id, position, description, total_ten_thousandths) values ('{id}', 0, 'l', 1)`,
  },
  invoiced_usage: {
    place: 'shard',
    restored: 'kept',
    example: `insert into invoiced_usage (invoice_id, month, skill_number, price_ten_thousandths, requests)
    values ('{id}', '2026-10-01', 1, 1, 1)`,
  },
  invoiced_support: {
    place: 'shard',
    restored: 'kept',
    example: `insert into invoiced_support (support_request_id, invoice_id) values ('{id}', '{id}')`,
  },
  invoiced_fees: {
    place: 'shard',
    restored: 'kept',
    example: `insert into invoiced_fees (month, skill_id, invoice_id)
      select '2026-10-01', id, id from invoices where company_id = current_setting('app.company_id')::uuid limit 1`,
  },
  deleted_invoices: {
    place: 'shard',
    restored: 'kept',
    person: { invoice_id: 'none' },
    example: `insert into deleted_invoices (id, invoice_id, period, issue_date, due_date, total_ten_thousandths, deleted_at)
      values ('{id}', 'i', '2026-10-01', '2026-11-01', '2026-11-15', 1, now())`,
  },
  vat_decisions: {
    place: 'shard',
    restored: 'kept',
    person: { treatment: 'none', reason: billing, country: 'none', vat_number: billing, created_by: acting },
    example: `insert into vat_decisions (treatment, valid_from, created_by, created_at)
      values ('domestic', '2026-11-01', 'a', now())`,
  },
  vat_checks: {
    place: 'shard',
    restored: 'kept',
    person: { vat_number: billing, state: 'none', consultation: 'none', name: billing, address: billing },
    example: `insert into vat_checks (id, vat_number, requested_at) values ('{id}', 'DE123456788', now())`,
  },
  issuer_series: {
    place: 'coordinator',
  },
  invoice_series: {
    place: 'shard',
    restored: 'kept',
    example: `insert into invoice_series (year) values (2026)`,
  },
  issued_numbers: {
    place: 'copied',
    restored: 'kept',
    person: { number: 'none', reference: 'none' },
    example: `insert into issued_numbers (number, reference) values ('{id}', '{id}')`,
  },
  invoice_prefixes: {
    place: 'copied',
    restored: 'kept',
    person: { prefix: 'none' },
    example: `insert into invoice_prefixes (prefix) values ('{id}')`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
