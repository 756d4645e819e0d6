-- The records of verified domains are looked up again once a day.
alter table sign_in_domains
  add column checked_at timestamptz(3),
  -- Answers in a row without the record; a look-up without an answer counts neither way.
  add column absences smallint not null default 0;
