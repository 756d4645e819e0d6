-- What a request of an own skill costs its company itself, from a day on: the company's own figure, which no price, limit or
-- invoice reads.

-- Of several rates for a day the last one counts. Null ends a rate. Rows are never changed, so that the table is its own
-- history.
create sequence own_cost_rates__number as integer;
grant usage on sequence own_cost_rates__number to steward_app;
create table own_cost_rates (
  company_id uuid not null,
  skill_id uuid not null,
  number integer not null default nextval('own_cost_rates__number'),
  price_ten_thousandths bigint constraint own_cost_rates__price check (price_ten_thousandths >= 0),
  valid_from date not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (company_id, skill_id, number),
  constraint own_cost_rates__skill foreign key (company_id, skill_id) references skills (company_id, id)
);

select protect_company_table('own_cost_rates', 'select, insert');
