-- The accounts of the provider's ledger that the journal posts invoices to (decision 0084). A provider without a row has the defaults.
create table journal_settings (
  company_id uuid primary key constraint journal_settings__company references companies (id) on delete cascade,
  -- By account: number and cost centre.
  accounts jsonb not null default '{}', version integer not null default 1, updated_at timestamptz(3) not null
);
select protect_company_table('journal_settings', 'select, insert, update');
