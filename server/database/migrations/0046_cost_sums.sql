-- What a person cost in a month is read from few rows. Months of before are filled when they are first read (`monthly-usage.ts`).
-- oldest program: 0001

-- Usage events per month, user and price.
create table usage_by_person (
  company_id uuid not null, month date not null, user_number integer not null, price_ten_thousandths bigint not null,
  requests integer not null default 0,
  primary key (company_id, month, user_number, price_ten_thousandths) include (requests)
);
select protect_company_table('usage_by_person');

-- Those at prices with parts of a cent, by skill too, because costs are rounded by skill and price: the users of a skill and price
-- stand together, so that the part of one person reads no other skill.
create table usage_rounded (
  company_id uuid not null, month date not null, skill_number integer not null, price_ten_thousandths bigint not null,
  user_number integer not null, requests integer not null default 0,
  primary key (company_id, month, skill_number, price_ten_thousandths, user_number) include (requests)
);
select protect_company_table('usage_rounded');
