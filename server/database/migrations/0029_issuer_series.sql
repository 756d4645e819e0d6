-- The one series of numbers of the issuer, over all customers: the last number of each year of its calendar. A number is taken in the
-- transaction of its paper, so that a rollback or a kill leaves no gap (decision 0080).
create table issuer_series (
  year smallint primary key,
  last_number integer not null
);
grant select, insert, update on issuer_series to steward_app, steward_system;
