-- Cost by model: the model of the turn in which a run took place, known once its turn is reported. Null where none names one, and for
-- events of before.
-- oldest program: 0001
alter table usage_events add column model text;
alter table matched_usage_events add column model text;
grant update (model) on usage_events to steward_app;

-- Usage events with a model, per month, model, skill and price. Those without one are the rest of `usage_monthly`.
create table usage_models (
  company_id uuid not null, month date not null, model text not null, skill_number integer not null,
  price_ten_thousandths bigint not null, requests integer not null default 0,
  primary key (company_id, month, model, skill_number, price_ten_thousandths) include (requests)
);
select protect_company_table('usage_models');
