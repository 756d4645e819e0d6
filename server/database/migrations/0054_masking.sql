-- What a company changed of how its conversations are masked. A company without a row has the defaults of the contract.
create table masking_settings (
  company_id uuid primary key constraint masking_settings__company references companies (id) on delete cascade,
  -- Kinds of values that readers get.
  shown text[] not null default '{}',
  -- Name and regular expression, in the order of the page.
  patterns jsonb not null default '[]' constraint masking_settings__patterns check (jsonb_typeof(patterns) = 'array'),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
select protect_company_table('masking_settings', 'select, insert, update');
