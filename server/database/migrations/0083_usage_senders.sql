-- Which senders of telemetry have reported a usage event: for each, eight hexadecimal digits of a hash of its key and of the
-- instrumentation that reports the run, in order, separated by spaces. Empty for other channels, and for older events.
alter table usage_events add column senders text not null default '';
alter table matched_usage_events add column senders text not null default '';
grant update (senders) on usage_events, matched_usage_events to steward_app;
