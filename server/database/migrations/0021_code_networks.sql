-- The network that requested a mailed code, so that a stranger's wrong guesses and requests do not end the owner's code.
-- Empty where a session requested it.
alter table identity.one_time_codes
  add column network text not null default '',
  -- Guesses from networks other than that one.
  add column other_tries integer not null default 0;

drop index identity.one_time_codes__one_live;
create unique index one_time_codes__one_live on identity.one_time_codes (purpose, subject, network) where spent_at is null;
