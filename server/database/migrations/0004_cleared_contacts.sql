-- A deleted user is taken out of the company's contacts by the foreign key. That changes the company's record, so it
-- gets a new version like any other change: a form opened before must not put somebody back who is gone.
create function count_cleared_contact() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
revoke all on function count_cleared_contact from public;

create trigger companies__cleared_contact before update of primary_contact_id, secondary_contact_id on companies
  for each row
  when (
    new.version = old.version
    and (new.primary_contact_id is distinct from old.primary_contact_id
      or new.secondary_contact_id is distinct from old.secondary_contact_id)
  )
  execute function count_cleared_contact();
