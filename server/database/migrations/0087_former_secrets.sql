-- The secrets that rotations replaced, the latest first, so that a refused one is said to be replaced or revoked, not unknown.
alter table intake_keys add column former_hashes bytea[] not null default '{}';
update intake_keys set former_hashes = array[previous_hash] where previous_hash is not null;
create index intake_keys__former on intake_keys using gin (former_hashes);
