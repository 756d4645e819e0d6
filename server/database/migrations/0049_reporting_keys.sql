-- Which intake key reported a conversation; null for those of older releases. Without a foreign key, which would cost the
-- intake a look-up per row: a key is revoked and never deleted.

alter table conversations add column intake_key_id uuid;
alter table spans add column intake_key_id uuid;
