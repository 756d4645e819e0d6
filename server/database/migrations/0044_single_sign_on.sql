-- The OpenID Connect issuer by which the users of a company sign in. An empty issuer is none.
create table sign_in_providers (
  company_id uuid primary key constraint sign_in_providers__company references companies (id) on delete cascade,
  issuer text not null default '',
  client_id text not null default '',
  -- Sealed; null for a client without one.
  client_secret bytea,
  -- Users then sign in by the issuer alone, but for those of break_glass.
  is_demanded boolean not null default false,
  break_glass uuid[] not null default '{}',
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  constraint sign_in_providers__demanded check (not is_demanded or issuer <> '')
);
select protect_company_table('sign_in_providers');
select allow_system('sign_in_providers', 'select, update (client_secret)');
create index sign_in_providers__issuer on sign_in_providers (rtrim(issuer, '/'), client_id);

-- The domains of e-mail addresses for which a company's issuer speaks, once a record of the domain proves that they are the
-- company's. One domain belongs to one company.
create table sign_in_domains (
  company_id uuid not null constraint sign_in_domains__provider references sign_in_providers (company_id)
    on delete cascade,
  domain text not null constraint sign_in_domains__lower check (domain = lower(domain)),
  proof text not null,
  proven_at timestamptz(3),
  primary key (company_id, domain)
);
select protect_company_table('sign_in_domains');
select allow_system('sign_in_domains', 'select');
create unique index sign_in_domains__proven on sign_in_domains (domain) where proven_at is not null;

-- Which user an issuer's subject is. The link of one company says nothing in another, and ends where the user passes to
-- another account.
create table sign_in_links (
  company_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  account_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (company_id, issuer, subject),
  constraint sign_in_links__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select protect_company_table('sign_in_links');
create index sign_in_links__user on sign_in_links (company_id, user_id);

-- A session that an issuer opened. That of a company's issuer opens this company alone; without a reference, because a
-- session must never lose its bound with the company.
alter table identity.sessions
  add column sign_in_company_id uuid,
  add column sign_in_issuer text,
  add column sign_in_subject text,
  -- The issuer's own session, which its sign-out names.
  add column sign_in_session text,
  -- Sealed; the issuer's sign-out page takes it as a hint.
  add column sign_in_token bytea,
  add constraint sessions__sign_in check (sign_in_company_id is null or sign_in_issuer is not null);
create index sessions__sign_in on identity.sessions (sign_in_issuer, sign_in_subject) where sign_in_issuer is not null;

-- States of sign-ins and ids of sign-out tokens, each of which counts once.
create table identity.spent_once (
  key text primary key,
  spent_at timestamptz(3) not null
);
select allow_system('identity.spent_once', 'select, insert, delete');
