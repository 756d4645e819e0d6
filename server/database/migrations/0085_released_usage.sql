-- Runs that did not take place, as released reservations and reports of the same ids say. They count among those of their
-- conversation that other channels report too, so that none of these is billed.
alter table matched_usage_events add column is_released boolean not null default false;
grant update (is_released) on matched_usage_events to steward_app;
