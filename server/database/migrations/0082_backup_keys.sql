-- Which keys a backup needs, so that a rotation keeps them for as long. It takes nothing away.
-- oldest program: 0001

-- Names of the keys with a space between; null where a program before this migration made the backup.
alter table backups add column sealed_by text;
