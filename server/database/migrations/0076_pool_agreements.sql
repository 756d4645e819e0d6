-- Consent of persons who signed up at the user pool of a company and have no account here yet. Their first sign-in moves it
-- to agreements.
create table pool_agreements (
  company_id uuid not null constraint pool_agreements__company references companies (id) on delete cascade,
  -- Of the person at the pool.
  subject text not null,
  email text not null,
  document text not null constraint pool_agreements__document check (document in ('termsConditions', 'dataProcessing')),
  version text not null,
  accepted_at timestamptz(3) not null,
  primary key (company_id, subject, document, version)
);
select protect_company_table('pool_agreements', 'select, insert, delete');
select allow_system('pool_agreements', 'select, insert, delete');
