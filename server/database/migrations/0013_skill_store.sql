-- The skill store: whose a skill is, and its screenshots.

alter table skills no force row level security;
-- Its trigger asks which company is the provider's, and would see none: the wall of that table stands.
alter table skills disable trigger skills__provided;
-- A key of the table of vendors, so that the provider may be called otherwise tomorrow.
update skills set service_provider = 'provider' where service_provider <> 'SAP';
alter table skills enable trigger skills__provided;
alter table skills force row level security;
alter table skills add constraint skills__service_provider check (service_provider in ('SAP', 'provider'));

-- The store in the order of its names.
create index skills__by_name on skills (company_id, lower(name), id) where deleted_at is null;

-- A picture that is kept in two sizes has its small one under a key of its own, which nobody asks for by itself.
alter table files add column thumbnail_key text
  constraint files__thumbnail_key check (thumbnail_key ~ '^[A-Za-z0-9_-]{22}$');
-- Screenshots of the provider's skills, which every company's store shows. Set by the trigger, never by a caller.
alter table files add column is_provided boolean not null default false;

create function mark_provided_file() returns trigger language plpgsql as $$
begin
  new.is_provided := new.purpose = 'screenshot'
    and exists (select from companies where id = new.company_id and is_provider);
  return new;
end
$$;
revoke all on function mark_provided_file from public;
create trigger files__provided before insert or update on files
  for each row execute function mark_provided_file();

create policy provided on files for select to steward_app using (is_provided);
-- Whoever locks a row needs a right to change it: this column, which is the trigger's whatever they write.
grant update (is_provided) on files to steward_app;
-- The demo's, and housekeeping.
select allow_system('files', 'select, insert, update (is_provided), delete');
-- Housekeeping deletes screenshots that no skill names.
create index files__screenshots on files (created_at) where purpose = 'screenshot';
