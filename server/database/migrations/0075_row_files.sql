-- Files of many rows, made in the background, that wait for the person who asked for them (decision 0018).
create table row_files (
  company_id uuid not null constraint row_files__company references companies (id),
  id uuid not null,
  -- The owner, who may be of the provider's company.
  account_id uuid not null,
  kind text not null constraint row_files__kind
    check (kind in ('conversations', 'messages', 'usage', 'requests', 'invoices', 'topUsers', 'audit')),
  -- As it was asked for, with the range that it meant then; empty when the file is withdrawn.
  filter jsonb not null,
  format text not null constraint row_files__format check (format in ('csv', 'excel', 'jsonl')),
  -- The conversations whose texts it holds started from then until before; null for kinds without texts.
  covered_from timestamptz(3),
  covered_until timestamptz(3),
  requested_at timestamptz(3) not null,
  -- cancelled: its owner deleted it, and what is left of it is about to be deleted.
  state text not null default 'waiting' constraint row_files__state
    check (state in ('waiting', 'ready', 'failed', 'withdrawn', 'cancelled')),
  failure text constraint row_files__failure check (failure in ('right', 'too-large', 'error')),
  -- Parts that were begun: each of them may lie in the storage of files, by a key that follows from the id.
  parts integer not null default 0,
  -- So far.
  row_count bigint not null default 0,
  -- Null until they are counted.
  row_total bigint,
  bytes bigint,
  -- The rights, the masking and the reported users of the owner by which it was made; null before.
  made_by jsonb,
  -- When the row and what is left of the file are deleted.
  expires_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint row_files__covered check ((covered_from is null) = (covered_until is null)),
  constraint row_files__outcome check ((state = 'failed') = (failure is not null) and (state <> 'ready' or bytes is not null))
);
create index row_files__owner on row_files (company_id, account_id);
create index row_files__expiry on row_files (expires_at);
select protect_company_table('row_files');
select allow_system('row_files', 'select (company_id, id, state, parts, expires_at)');
