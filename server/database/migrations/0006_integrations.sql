-- Integrations: connections to enterprise systems and AI services.

create table integrations (
  company_id uuid not null constraint integrations__company references companies (id),
  id uuid not null default gen_random_uuid(),
  unique_id text not null,
  name text not null,
  -- A key of the vendor registry; provider stands for the provider of the portal.
  provider text not null,
  service text not null,
  service_name text not null,
  category text not null constraint integrations__category check (category in ('ERP', 'CRM', 'TP', 'CT')),
  status boolean not null default true,
  url text,
  hostname text,
  port integer constraint integrations__port check (port between 1 and 65535),
  client text,
  username text,
  workspace_id text,
  classifier_id text,
  collection_id text,
  environment_id text,
  model_id text,
  -- AES-256-GCM: format number, key id, nonce, ciphertext, tag. Bound to company and record, so that a copy in another
  -- row decrypts to nothing.
  password bytea not null,
  -- Result of the last test of the stored values; null after a change of the connection.
  tested_at timestamptz(3),
  test_ok boolean,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint integrations__unique_id_unique unique (company_id, unique_id),
  constraint integrations__test check ((tested_at is null) = (test_ok is null))
);

select protect_company_table('integrations');
-- For the demo data, and for the rotation of the encryption key.
select allow_system('integrations', 'select, insert, update (password)');
