-- Bank statements of the provider, whose rows these are (decision 0082).
create table bank_statements (
  company_id uuid not null constraint bank_statements__company references companies (id),
  id uuid not null default gen_random_uuid(),
  -- SHA-256 of the file; null where it may be read again, because entries that it shared with another one were undone.
  file_hash text, position integer not null, file_name text not null,
  iban text not null, statement_id text not null, from_day date, to_day date,
  entries integer not null, known integer not null, outgoing integer not null, pending integer not null,
  -- Entries in other currencies.
  in_others integer not null,
  read_at timestamptz(3) not null, read_by text not null,
  primary key (company_id, id),
  constraint bank_statements__file unique (company_id, file_hash, position)
);
select protect_company_table('bank_statements');
select allow_system('bank_statements', 'select, insert, update, delete');

create table bank_entries (
  company_id uuid not null, id uuid not null default gen_random_uuid(), statement_id uuid not null,
  position integer not null,
  -- The same for the same money in every file.
  bank_key text not null,
  kind text not null constraint bank_entries__kind check (kind in ('credit', 'return')),
  amount_ten_thousandths bigint not null constraint bank_entries__amount check (amount_ten_thousandths > 0),
  day date not null,
  payer_name text, payer_iban text, payment_references text[] not null, remittance text not null, searched text not null,
  identifications text[] not null, is_batch boolean not null,
  state text not null default 'open' constraint bank_entries__state check (state in ('open', 'matched', 'aside', 'returned')),
  -- Why a person has to decide.
  reason text,
  -- What of it is assigned to invoices.
  assigned_ten_thousandths bigint not null default 0,
  -- The customer that paid.
  customer_id uuid,
  -- The credit that a return takes back.
  returns_id uuid,
  decided_by text,
  -- A person has decided about it, so that no rule does.
  is_manual boolean not null default false,
  version integer not null default 1,
  primary key (company_id, id),
  constraint bank_entries__bank_key unique (company_id, bank_key),
  constraint bank_entries__statement foreign key (company_id, statement_id) references bank_statements (company_id, id),
  constraint bank_entries__assigned check (assigned_ten_thousandths between 0 and amount_ten_thousandths)
);
create index bank_entries__by_state on bank_entries (company_id, state, day desc, id desc);
create index bank_entries__by_statement on bank_entries (company_id, statement_id);
select protect_company_table('bank_entries'); select allow_system('bank_entries', 'select, insert, update, delete');
