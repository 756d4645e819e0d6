-- The seed of the demo writes own cost rates in its one transaction, with everything else.
grant usage on sequence own_cost_rates__number to steward_system;
select allow_system('own_cost_rates', 'insert');
