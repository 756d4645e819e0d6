-- Whether companies have a skill from the start, without activating it: true unless its maker asked for approval when it
-- was created. A wish for approval that comes later leaves what companies use; one that is taken back opens the skill.

alter table skills add column starts_active boolean not null default true;
alter table skills no force row level security;
alter table company_skills no force row level security;
update skills set starts_active = false where workflow_approval;
-- What companies have made for themselves stays active.
insert into company_skills (company_id, skill_id, state)
select company_id, id, 'active' from skills where workflow_approval
on conflict do nothing;
alter table company_skills force row level security;
alter table skills force row level security;

create function settle_skill_start() returns trigger language plpgsql as $$
begin
  if not new.workflow_approval then
    new.starts_active := true;
  elsif tg_op = 'INSERT' then
    new.starts_active := false;
  else
    new.starts_active := old.starts_active;
  end if;
  return new;
end
$$;
revoke all on function settle_skill_start from public;
create trigger skills__start before insert or update on skills
  for each row execute function settle_skill_start();
