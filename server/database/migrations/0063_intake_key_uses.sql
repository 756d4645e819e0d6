-- When each intake key was used is written in the shard of its company, on a distributed PostgreSQL: the keys themselves are
-- on all servers, which each write has to reach. Programs before it read and write the columns of intake_keys, which stay
-- for the time that both run; nothing reads them afterwards.

create table intake_key_uses (
  company_id uuid not null,
  intake_key_id uuid not null,
  -- Of any call, to the minute.
  last_used_at timestamptz(3),
  -- Of a call that asked before a run, to the hour: a limit stops only what asks.
  last_asked_at timestamptz(3),
  primary key (company_id, intake_key_id),
  constraint intake_key_uses__intake_key
    foreign key (company_id, intake_key_id) references intake_keys (company_id, id) on delete cascade
);
insert into intake_key_uses (company_id, intake_key_id, last_used_at, last_asked_at)
  select company_id, id, last_used_at, last_asked_at from intake_keys
  where last_used_at is not null or last_asked_at is not null;

select protect_company_table('intake_key_uses', 'select, insert, update');
