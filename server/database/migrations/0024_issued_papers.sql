-- What an issued invoice says stays as it was issued: its PDF, and the same as data. Null for records of the company, and for
-- invoices of before until the portal stores theirs (decision 0073). Files of before have no data.
alter table invoices add column paper jsonb,
  -- The ISO 11649 reference that is printed on it.
  add column reference text,
  -- The day on which it was paid.
  add column paid_on date;

-- The numbers and references of the provider's papers, each once for the issuer and all its customers.
create table issued_numbers (
  company_id uuid not null constraint issued_numbers__company references companies (id),
  number text not null, reference text not null,
  primary key (company_id, number),
  constraint issued_numbers__number_unique unique (number),
  constraint issued_numbers__reference_unique unique (reference)
);
select protect_company_table('issued_numbers', 'select, insert, delete'); select allow_system('issued_numbers', 'select, insert');
