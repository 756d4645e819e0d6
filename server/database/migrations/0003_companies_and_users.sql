-- Companies and their users. A user is the membership of an account in a company.

create table companies (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  vat_number text,
  country text,
  address_1 text,
  address_2 text,
  region text,
  city text,
  zip text,
  primary_contact_id uuid,
  secondary_contact_id uuid,
  logo_file_key text,
  time_zone text not null default 'Europe/Tallinn',
  currency text not null default 'EUR' constraint companies__currency check (currency ~ '^[A-Z]{3}$'),
  is_provider boolean not null default false,
  status text not null default 'active' constraint companies__status check (status in ('active', 'pending', 'suspended')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table users (
  company_id uuid not null constraint users__company references companies (id),
  id uuid not null default gen_random_uuid(),
  account_id uuid not null constraint users__account references identity.accounts (id),
  email text not null,
  first_name text not null,
  last_name text not null,
  company text not null,
  sap_id text,
  roles text[] not null
    constraint users__roles check (
      cardinality(roles) > 0 and roles <@ array['SuperAdmin', 'Admin', 'User', 'TechnicalUser']
      and array_position(roles, null) is null
    ),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint users__account_unique unique (company_id, account_id)
);
create unique index users__email_unique on users (company_id, lower(email));
create index users__by_name on users (company_id, lower(last_name), lower(first_name), id);
-- The oldest membership of an account is its default company.
create index users__account_memberships on users (account_id, created_at, company_id);

alter table companies
  add constraint companies__primary_contact foreign key (id, primary_contact_id)
    references users (company_id, id) on delete set null (primary_contact_id),
  add constraint companies__secondary_contact foreign key (id, secondary_contact_id)
    references users (company_id, id) on delete set null (secondary_contact_id);

-- The foreign key above clears the contact of a deleted user. That changes the company's record, so its version grows: a
-- form that was opened before the deletion must not restore the deleted contact.
create function increment_version_of_cleared_contact() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
revoke all on function increment_version_of_cleared_contact from public;

create trigger companies__cleared_contact before update of primary_contact_id, secondary_contact_id on companies
  for each row
  when (
    new.version = old.version
    and (new.primary_contact_id is distinct from old.primary_contact_id
      or new.secondary_contact_id is distinct from old.secondary_contact_id)
  )
  execute function increment_version_of_cleared_contact();

-- A company keeps at least one SuperAdmin. Runs at commit, so that one transaction may hand the role over in any order.
-- The row lock on the company serializes simultaneous attempts: the second counts after the first has committed, with a
-- fresh snapshot. A stricter isolation level than READ COMMITTED would keep the old snapshot, so it is refused.
create function keep_last_super_admin() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'users lose the SuperAdmin role in READ COMMITTED transactions only';
  end if;
  perform from companies where id = old.company_id for no key update;
  if found and not exists (
    select from users where company_id = old.company_id and roles @> array['SuperAdmin']
  ) then
    raise exception 'the last SuperAdmin of company % can not go', old.company_id
      using errcode = 'check_violation', constraint = 'users__last_super_admin', table = 'users';
  end if;
  return null;
end
$$;
revoke all on function keep_last_super_admin from public;

create constraint trigger users__last_super_admin_update after update of roles, company_id on users
  deferrable initially deferred for each row
  when (old.roles @> array['SuperAdmin'] and (old.company_id <> new.company_id or not new.roles @> array['SuperAdmin']))
  execute function keep_last_super_admin();
create constraint trigger users__last_super_admin_delete after delete on users
  deferrable initially deferred for each row
  when (old.roles @> array['SuperAdmin'])
  execute function keep_last_super_admin();

-- Consent to a document at sign-up, with the version that was shown.
create table agreements (
  account_id uuid not null,
  document text not null constraint agreements__document check (document in ('termsConditions', 'dataProcessing')),
  version text not null,
  accepted_at timestamptz(3) not null,
  company_id uuid constraint agreements__company references companies (id),
  primary key (account_id, document, version)
);

select protect_company_table('companies', 'select, update', company_column => 'id');
select protect_company_table('users');

select allow_system('companies', 'select, insert, update, delete');
select allow_system('users', 'select, insert, delete, update (account_id, email, first_name, last_name, company, version, updated_at)');
select allow_system('agreements', 'select, insert, delete, update (accepted_at, company_id)');
