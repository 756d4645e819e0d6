-- When each user last signed in is written in the shard of its company, on a distributed PostgreSQL: users are on all
-- servers, which each write has to reach. Programs before it read and write users.last_sign_in_at, which stays for the time
-- that both run; nothing reads it afterwards.

create table user_sign_ins (
  company_id uuid not null,
  user_id uuid not null,
  -- When the user's newest session was first used in this company. There is no row of one who has never signed in here,
  -- whatever the account does elsewhere, because that would tell a company who is registered in another one.
  last_sign_in_at timestamptz(3) not null,
  primary key (company_id, user_id),
  constraint user_sign_ins__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
insert into user_sign_ins (company_id, user_id, last_sign_in_at)
  select company_id, id, last_sign_in_at from users where last_sign_in_at is not null;

select protect_company_table('user_sign_ins');
select allow_system('user_sign_ins', 'insert');
