-- Who has reported a conversation's messages, as bits: 1 the assistant itself, 2 telemetry. Null where it is not known, i.e. of
-- conversations from before.
alter table conversations add column message_sources smallint;
