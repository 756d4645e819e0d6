-- What the log filters, apart from ids and starts, because a search reads it of all conversations of a segment, and those of
-- few (decision 0020). Segments from before are indexed again, and deleted when that is done.
alter table search_segments add column filters bytea not null default '';
alter table search_segments alter column filters set storage external;
