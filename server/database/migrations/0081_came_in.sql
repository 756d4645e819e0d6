-- When a user first signed in to the company, on every server: what an account does is shown to those companies alone to which
-- its person has come, because a company can add any address. Written once, where user_sign_ins is written by every session.
alter table users add column came_in_at timestamptz(3);
grant update (came_in_at) on users to steward_system;

alter table users no force row level security;
alter table user_sign_ins no force row level security;
-- Row by row, because a distributed PostgreSQL joins no table that all servers copy with one in shards in a write.
do $$
declare
  signed record;
begin
  for signed in select company_id, user_id, last_sign_in_at from user_sign_ins loop
    update users set came_in_at = signed.last_sign_in_at
    where company_id = signed.company_id and id = signed.user_id and deactivated_at is null;
  end loop;
end $$;
alter table user_sign_ins force row level security;
alter table users force row level security;
