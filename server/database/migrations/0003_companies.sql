-- Companies, their users, what each role may do, and the issuers by which users sign in.

create table companies (
  id uuid primary key default gen_random_uuid(),
  name text not null, vat_number text, country text, address_1 text, address_2 text, region text, city text, zip text,
  primary_contact_id uuid, secondary_contact_id uuid, logo_file_key text,
  time_zone text not null default 'Europe/Tallinn'
    constraint companies__time_zone check (time_zone ~ '^[^ ]+( \d{4}-\d\d-\d\dT\d\d:\d\d:00Z [^ ]+)*$'),
  currency text not null default 'EUR' constraint companies__currency check (currency ~ '^[A-Z]{3}$'),
  is_provider boolean not null default false,
  status text not null default 'active' constraint companies__status check (status in ('active', 'pending')),
  version integer not null default 1, created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(), suspended_from timestamptz(3), suspension_reason text,
  -- Whether the mail that it is in force was sent; false while it is only announced.
  suspension_mailed boolean not null default false,
  -- What the company wants to read on its invoices, such as the number of its purchase order.
  invoice_reference text,
  deletion_due_at timestamptz(3), deletion_reason text,
  -- Whether the suspension began with the deletion, and ends with its cancellation.
  deletion_suspends boolean not null default false,
  constraint companies__deletion check ((deletion_due_at is null) = (deletion_reason is null) and (deletion_due_at is not null
    or not deletion_suspends) and (deletion_due_at is null or not is_provider)),
  constraint companies__suspension check ((suspended_from is null) = (suspension_reason is null)
    and (suspended_from is not null or not suspension_mailed) and (suspended_from is null or (status = 'active'
    and not is_provider)))
);
create index companies__announced_suspensions on companies (suspended_from)
  where suspended_from is not null and not suspension_mailed;
create index companies__deletions on companies (deletion_due_at) where deletion_due_at is not null;
select protect_company_table('companies', 'select, update', company_column => 'id');
select allow_system('companies', 'select, insert, update, delete');

create table users (
  company_id uuid not null constraint users__company references companies (id),
  id uuid not null default gen_random_uuid(),
  account_id uuid not null constraint users__account references identity.accounts (id),
  email text not null, first_name text not null, last_name text not null, company text not null, sap_id text,
  roles text[] not null
    constraint users__roles check (cardinality(roles) > 0 and roles <@ array['SuperAdmin', 'Admin', 'User', 'TechnicalUser']
      and array_position(roles, null) is null),
  version integer not null default 1, created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(), deactivated_at timestamptz(3),
  -- When the user's newest session was first used in this company. Null for one that has never signed in here, whatever
  -- the account does elsewhere, because that would tell a company who is registered in another one.
  last_sign_in_at timestamptz(3),
  -- When a user first signed in to the company, on every server: what an account does is shown to those companies alone to which
  -- its person has come, because a company can add any address. Written once, where user_sign_ins is written by every session.
  came_in_at timestamptz(3),
  primary key (company_id, id),
  constraint users__account_unique unique (company_id, account_id)
);
-- The oldest membership of an account is its default company.
create index users__account_memberships on users (account_id, created_at, company_id);
create index users__by_name on users (company_id, lower(last_name), lower(first_name), id);
create unique index users__email_unique on users (company_id, lower(email));
select protect_company_table('users');
select allow_system('users', 'select, insert, update (account_id, email, first_name, last_name, company, version, updated_at,
  last_sign_in_at, came_in_at), delete');

alter table companies add constraint companies__primary_contact foreign key (id,
  primary_contact_id) references users (company_id, id) on delete set null (primary_contact_id);
alter table companies add constraint companies__secondary_contact foreign key (id,
  secondary_contact_id) references users (company_id, id) on delete set null (secondary_contact_id);

create table user_sign_ins (
  company_id uuid not null, user_id uuid not null,
  -- When the user's newest session was first used in this company. There is no row of one who has never signed in here,
  -- whatever the account does elsewhere, because that would tell a company who is registered in another one.
  last_sign_in_at timestamptz(3) not null,
  primary key (company_id, user_id),
  constraint user_sign_ins__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select protect_company_table('user_sign_ins'); select allow_system('user_sign_ins', 'insert');

-- Consent to a document at sign-up, with the version that was shown.
create table agreements (
  account_id uuid not null,
  document text not null constraint agreements__document check (document in ('termsConditions', 'dataProcessing')),
  version text not null, accepted_at timestamptz(3) not null,
  company_id uuid constraint agreements__company references companies (id),
  primary key (account_id, document, version)
);
select allow_system('agreements', 'select, insert, update (accepted_at, company_id), delete');

-- What a company changed of the rights of its roles, by right and role. A company without a row has the defaults of the
-- contract, and only what differs from them is stored.
create table role_rights (
  company_id uuid primary key constraint role_rights__company references companies (id) on delete cascade,
  changes jsonb not null default '{}' constraint role_rights__changes check (jsonb_typeof(changes) = 'object'),
  version integer not null default 1, updated_at timestamptz(3) not null default now()
);
select protect_company_table('role_rights', 'select, insert, update'); select allow_system('role_rights', 'select');

-- The OpenID Connect issuer by which the users of a company sign in. An empty issuer is none.
create table sign_in_providers (
  company_id uuid primary key constraint sign_in_providers__company references companies (id) on delete cascade,
  issuer text not null default '', client_id text not null default '',
  -- Sealed; null for a client without one.
  client_secret bytea,
  -- Users then sign in by the issuer alone, but for those of break_glass.
  is_demanded boolean not null default false,
  break_glass uuid[] not null default '{}', version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  kind text not null default 'oidc' constraint sign_in_providers__kind check (kind in ('oidc', 'saml', 'cognito')),
  sign_in_address text not null default '',
  -- As PEM; those whose keys sign assertions.
  certificates text[] not null default '{}',
  -- When a SAML answer came last, how its check ended, and what it said where its signature was valid.
  last_answer jsonb,
  -- Each company has a redirect URI of its own, so that the answer of one issuer is never exchanged at another (decision 0026).
  -- Issuers that were set before know the shared one alone.
  shares_redirect boolean not null default false,
  constraint sign_in_providers__demanded check (not is_demanded or issuer <> '')
);
create index sign_in_providers__issuer on sign_in_providers (rtrim(issuer, '/'), client_id);
select protect_company_table('sign_in_providers'); select allow_system('sign_in_providers', 'select, update (client_secret)');

-- The domains of e-mail addresses for which a company's issuer speaks, once a record of the domain proves that they are the
-- company's. One domain belongs to one company.
create table sign_in_domains (
  company_id uuid not null constraint sign_in_domains__provider references sign_in_providers (company_id) on delete cascade,
  domain text not null constraint sign_in_domains__lower check (domain = lower(domain)),
  proof text not null, proven_at timestamptz(3), checked_at timestamptz(3),
  -- Answers in a row without the record; a look-up without an answer counts neither way.
  absences smallint not null default 0,
  primary key (company_id, domain)
);
create unique index sign_in_domains__proven on sign_in_domains (domain) where proven_at is not null;
select protect_company_table('sign_in_domains'); select allow_system('sign_in_domains', 'select');

-- Which user an issuer's subject is. The link of one company says nothing in another, and ends where the user passes to
-- another account.
create table sign_in_links (
  company_id uuid not null, issuer text not null, subject text not null, user_id uuid not null, account_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (company_id, issuer, subject),
  constraint sign_in_links__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index sign_in_links__user on sign_in_links (company_id, user_id);
select protect_company_table('sign_in_links');

-- Consent of persons who signed up at the user pool of a company and have no account here yet. Their first sign-in moves it
-- to agreements.
create table pool_agreements (
  company_id uuid not null constraint pool_agreements__company references companies (id) on delete cascade,
  -- Of the person at the pool.
  subject text not null,
  email text not null,
  document text not null constraint pool_agreements__document check (document in ('termsConditions', 'dataProcessing')),
  version text not null, accepted_at timestamptz(3) not null,
  primary key (company_id, subject, document, version)
);
select protect_company_table('pool_agreements', 'select, insert, delete');
select allow_system('pool_agreements', 'select, insert, delete');

-- A foreign key clears the contact of a deleted user. That changes the company's record, so its version grows: a
-- form that was opened before the deletion must not restore the deleted contact.
create function increment_version_of_cleared_contact() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- A company keeps at least one SuperAdmin who can sign in. Runs at commit, so that one transaction may hand the role over in
-- any order. The row lock on the company serializes simultaneous attempts: the second counts after the first has committed,
-- with a fresh snapshot. A stricter isolation level than READ COMMITTED would keep the old snapshot, so it is refused.
-- On a distributed PostgreSQL it runs beside each copy of the users, where it cannot lock the row of the company on all
-- servers; changes of users take turns there anyway. The coordinator passes on the message alone, so that it names the
-- constraint too.
create function keep_last_super_admin() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    raise exception 'users lose the SuperAdmin role in READ COMMITTED transactions only';
  end if;
  if to_regnamespace('steward_shards') is null then
    perform from companies where id = old.company_id for no key update;
  else
    perform from companies where id = old.company_id;
  end if;
  if found and not exists (
    select from users
    where company_id = old.company_id and roles @> array['SuperAdmin'] and deactivated_at is null
  ) then
    raise exception 'the last SuperAdmin of company % can not go: constraint "users__last_super_admin"', old.company_id
      using errcode = 'check_violation', constraint = 'users__last_super_admin', table = 'users';
  end if;
  return null;
end
$$;

-- Retention deletes sign-ups without a verified address after two days, with the company they created. The policies let
-- the system role delete only rows of a company in which no user has a verified address.
create function company_is_proven(p_company_id uuid) returns boolean
language plpgsql stable security invoker set search_path = public, pg_temp as $$
begin
  return exists (
    select from users u join identity.accounts a on a.id = u.account_id
    where u.company_id = p_company_id and a.email_verified);
end
$$;

-- The clock time of a company's time zone at an instant.
create function company_clock(p_at timestamptz, p_time_zone text) returns timestamp language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp as $$
declare
  parts text[];
begin
  if strpos(p_time_zone, ' ') = 0 then return p_at at time zone p_time_zone; end if;
  parts := string_to_array(p_time_zone, ' ');
  for place in reverse cardinality(parts) .. 3 by 2 loop
    if p_at >= parts[place - 1]::timestamptz then return p_at at time zone parts[place]; end if;
  end loop;
  return p_at at time zone parts[1];
end
$$;

revoke all on function increment_version_of_cleared_contact(), keep_last_super_admin(), company_is_proven(uuid),
  company_clock(timestamptz, text) from public;
grant execute on function company_is_proven(uuid) to steward_system;
grant execute on function company_clock(timestamptz, text) to steward_app, steward_system;

create trigger companies__cleared_contact before update of primary_contact_id, secondary_contact_id on companies
  for each row
  when (
    new.version = old.version
    and (new.primary_contact_id is distinct from old.primary_contact_id
      or new.secondary_contact_id is distinct from old.secondary_contact_id)
  )
  execute function increment_version_of_cleared_contact();

create constraint trigger users__last_super_admin_delete after delete on users
  deferrable initially deferred for each row
  when (old.roles @> array['SuperAdmin'] and old.deactivated_at is null)
  execute function keep_last_super_admin();

create constraint trigger users__last_super_admin_update after update of roles, company_id, deactivated_at on users
  deferrable initially deferred for each row
  when (old.roles @> array['SuperAdmin'] and old.deactivated_at is null and (old.company_id <> new.company_id
    or not new.roles @> array['SuperAdmin'] or new.deactivated_at is not null))
  execute function keep_last_super_admin();
