-- Who owns a cost: the key that reported a run, and the user whose department and cost centre pay for it.

-- The key that reported a usage event first; of an import its id. Null for events of before.
alter table usage_events add column intake_key_id uuid;
alter table matched_usage_events add column intake_key_id uuid;

-- Usage events per month, user, key, skill and price: cost by person, department, cost centre and key. The key of events of
-- before is the nil UUID. A month of before this table is filled when it is first read (`monthly-usage.ts`).
create table usage_monthly (
  company_id uuid not null, month date not null, user_number integer not null, intake_key_id uuid not null,
  skill_number integer not null, price_ten_thousandths bigint not null, requests integer not null default 0,
  primary key (company_id, month, user_number, intake_key_id, skill_number, price_ten_thousandths) include (requests)
);
select protect_company_table('usage_monthly');

-- Who pays for a person's usage, as texts of the company.
alter table users add column department text, add column cost_centre text;

-- From which month on. What is set first counts for all months before too; what is set later, from the month on in which it was
-- set, so that a closed month stays as it was.
create table cost_owners (
  company_id uuid not null constraint cost_owners__company references companies (id),
  -- A user; of one that was deleted, the reported user.
  person_id uuid not null,
  from_month date not null, recorded_month date not null, department text, cost_centre text,
  primary key (company_id, person_id, from_month)
);
select protect_company_table('cost_owners');
