-- The chain over the audit entries of a company (decision 0014). The portal seals the entries of a transaction as its last
-- step, in the program and not in a trigger, because the key must not be known to the database.

-- Keys of the chain, encrypted under SECRETS_KEY. is_adopting: entries without a seal are still sealed, because they are
-- older than the chain, or written by a portal of the version before; made_at and is_adopting are bound to the sealed key.
create table audit_keys (
  number integer primary key,
  made_at timestamptz(3) not null,
  is_adopting boolean not null,
  sealed bytea not null
);

-- The last seal of each company's chain. Locked last in a transaction, so that writers do not fork the chain.
create table audit_heads (
  company_id uuid primary key constraint audit_heads__company references companies (id),
  position integer not null,
  mac bytea not null,
  key_number integer not null,
  head_mac bytea not null
);

-- No foreign key to the entry: a seal without its entry is what shows a deleted entry.
create table audit_seals (
  company_id uuid not null constraint audit_seals__company references companies (id),
  position integer not null,
  entry_id bigint not null,
  occurred_at timestamptz(3) not null,
  key_number integer not null,
  mac bytea not null,
  primary key (company_id, position),
  constraint audit_seals__entry unique (company_id, entry_id)
);

create table audit_checkpoints (
  company_id uuid not null constraint audit_checkpoints__company references companies (id),
  position integer not null,
  mac bytea not null,
  signed_at timestamptz(3) not null,
  key_number integer not null,
  signature bytea not null,
  primary key (company_id, position)
);

select protect_company_table('audit_heads', 'select, insert, update');
select protect_company_table('audit_seals', 'select, insert');
select protect_company_table('audit_checkpoints', 'select, insert');

select allow_system('audit_keys', 'select, insert, update');
select allow_system('audit_heads', 'select, insert, update, delete');
select allow_system('audit_seals', 'select, insert, delete');
select allow_system('audit_checkpoints', 'select, delete');

-- What is sealed is read as it was stored: by the system role too, whose transactions write entries of several companies.
do $$
begin
  execute format('grant select on audit_entries to %I', current_setting('steward.system_role'));
end $$;

create policy unproven_only on audit_heads as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
create policy unproven_only on audit_seals as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
create policy unproven_only on audit_checkpoints as restrictive for delete to steward_system
  using (not company_is_proven(company_id));
