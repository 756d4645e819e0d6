-- The one series of numbers of the issuer, over all customers: the last number of each year of its calendar. A number is taken in the
-- transaction of its paper, so that a rollback or a kill leaves no gap (decision 0080).
create table issuer_series (
  year smallint primary key,
  last_number integer not null
);
grant select, insert, update on issuer_series to steward_system;

-- oldest program: 0001
-- The table is of no company, so the application role takes numbers by this function alone.
create function take_issuer_number(p_year smallint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken integer;
begin
  insert into issuer_series (year, last_number) values (p_year, 1)
  on conflict (year) do update set last_number = issuer_series.last_number + 1
  returning last_number into taken;
  return taken;
end
$$;
revoke all on function take_issuer_number(smallint) from public;
grant execute on function take_issuer_number(smallint) to steward_app, steward_system;
