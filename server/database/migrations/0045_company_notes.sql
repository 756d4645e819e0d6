-- Notes of the provider about a company. Rows of that company, so that its deletion takes them along.
create table company_notes (
  company_id uuid not null constraint company_notes__company references companies (id),
  id uuid not null default gen_random_uuid(),
  text text not null,
  author_account_id uuid not null, author_name text not null,
  created_at timestamptz(3) not null,
  -- Null for a note that was never changed.
  edited_at timestamptz(3),
  version integer not null default 1,
  primary key (company_id, id)
);
-- A transaction of the company reads none: only those of the provider do.
select protect_company_table('company_notes', 'insert');
select allow_system('company_notes', 'select, insert, update, delete');
