-- A company's time zone with its changes: the name of a zone, then for each change the instant from which on another
-- zone counts and its name, all separated by spaces (contract/calendar/zones.ts reads the same text).

alter table companies add constraint companies__time_zone
  check (time_zone ~ '^[^ ]+( \d{4}-\d\d-\d\dT\d\d:\d\d:00Z [^ ]+)*$');

-- The clock time of a company's time zone at an instant.
create function company_clock(p_at timestamptz, p_time_zone text) returns timestamp language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp as $$
declare
  parts text[];
begin
  if strpos(p_time_zone, ' ') = 0 then return p_at at time zone p_time_zone; end if;
  parts := string_to_array(p_time_zone, ' ');
  for place in reverse cardinality(parts) .. 3 by 2 loop
    if p_at >= parts[place - 1]::timestamptz then return p_at at time zone parts[place]; end if;
  end loop;
  return p_at at time zone parts[1];
end
$$;
revoke all on function company_clock from public;
grant execute on function company_clock to steward_app, steward_system;
