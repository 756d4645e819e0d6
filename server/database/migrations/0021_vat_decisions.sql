-- How the provider taxes a customer, from a day on; never changed, so that the table is its own history. Of several of one day the
-- last counts. Without one the provider's VAT is charged.
create table vat_decisions (
  company_id uuid not null constraint vat_decisions__company references companies (id),
  number integer not null,
  treatment text not null
    constraint vat_decisions__treatment check (treatment in ('domestic', 'reverseCharge', 'outsideUnion', 'exempt')),
  -- Why it is exempt, or another than the country and number say; else empty.
  reason text not null default '',
  -- The customer's country and number as the provider saw them.
  country text, vat_number text,
  -- The answer of VIES that proves the number of a reverse charge.
  check_id uuid,
  valid_from date not null, created_by text not null, created_at timestamptz(3) not null,
  primary key (company_id, number),
  constraint vat_decisions__proof check (treatment <> 'reverseCharge' or (check_id is not null and vat_number is not null))
);
create trigger vat_decisions__number before insert on vat_decisions for each row execute function number_by_company();
select protect_company_table('vat_decisions', 'select, insert');

-- Questions to VIES whether a VAT number is one, with the answers.
create table vat_checks (
  company_id uuid not null constraint vat_checks__company references companies (id),
  id uuid not null,
  vat_number text not null,
  state text not null default 'pending' constraint vat_checks__state check (state in ('pending', 'valid', 'invalid')),
  requested_at timestamptz(3) not null,
  -- The last attempt, and how many there were.
  attempted_at timestamptz(3), attempts integer not null default 0,
  -- Of VIES: its number of the consultation, and the name and address that it has.
  consultation text, name text, address text,
  primary key (company_id, id),
  constraint vat_checks__answered check (state = 'pending' or attempted_at is not null)
);
select protect_company_table('vat_checks', 'select, insert, update');
