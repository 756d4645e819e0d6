-- A limit that was taken away and is set again warns again, as a raised one does; limits of support too.
-- `raises` of company_limits and skill_limits: how often a limit was raised or set; of a skill's, the version in which it was.
-- oldest program: 0001

alter table company_limits add column support_raises integer not null default 0;
alter table support_items add column raises integer not null default 0;
