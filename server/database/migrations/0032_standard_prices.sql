-- Changes of what a skill costs companies that have agreed nothing: from a day on, in the calendar of the company that owns the
-- skill. The price in `skills` is the one that it began with, or had before this table; it is never changed. Of several changes for
-- one day the last one stays.
create table standard_prices (
  company_id uuid not null, skill_id uuid not null, valid_from date not null,
  price_ten_thousandths bigint not null constraint standard_prices__price check (price_ten_thousandths >= 0),
  -- True for those of the provider's skills, which every company sees. Only the trigger below sets it.
  is_provided boolean not null default false,
  created_by text not null, created_at timestamptz(3) not null,
  primary key (company_id, skill_id, valid_from),
  constraint standard_prices__skill foreign key (company_id, skill_id) references skills (company_id, id)
);
select protect_company_table('standard_prices', 'select, insert, update (price_ten_thousandths, created_by, created_at)');
create policy provided on standard_prices for select to steward_app using (is_provided);
create trigger standard_prices__provided before insert or update on standard_prices
  for each row execute function mark_provided_skill();
