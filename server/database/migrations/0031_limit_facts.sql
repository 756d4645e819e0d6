-- When an assistant last asked before a run with this key, to the hour: a limit stops only what asks.
alter table intake_keys add column last_asked_at timestamptz(3);

-- How often a limit was raised: each time its warnings are sent again.
alter table company_limits add column raises integer not null default 0;
alter table skill_limits add column raises integer not null default 0;
