-- Whether every company has a head of its chain, so that one without is a chain that was deleted, whatever its dates say.
alter table audit_keys add column is_begun boolean not null default false;
