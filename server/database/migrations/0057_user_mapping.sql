-- One user may be known to assistants by several ids that no report has connected, e.g. an object id in one channel and an
-- address in another. Several reported users can therefore be mapped to one user; the main one, without a main number, gives
-- the number under which their sums are shown together. Programs before it map one reported user to a user.
-- oldest program: 0001

alter table reported_users add column main_number integer;
drop index reported_users__user_unique;
create unique index reported_users__user_unique on reported_users (company_id, user_id) where main_number is null;
-- By user, for the deletion of one, and for the few that have a main number.
create index reported_users__user on reported_users (company_id, user_id);
create index reported_users__main on reported_users (company_id, number) include (main_number)
  where main_number is not null;
