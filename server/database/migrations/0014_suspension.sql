-- A suspension by the provider: in force from suspended_from on, announced before. It takes the place of the status
-- 'suspended', which had no beginning and no reason.

alter table companies
  add column suspended_from timestamptz(3),
  add column suspension_reason text,
  -- Whether the mail that it is in force was sent; false while it is only announced.
  add column suspension_mailed boolean not null default false;

alter table companies no force row level security;
update companies
  set status = 'active', suspended_from = updated_at, suspension_reason = 'No reason was recorded.', suspension_mailed = true
  where status = 'suspended';
alter table companies force row level security;

alter table companies
  drop constraint companies__status,
  add constraint companies__status check (status in ('active', 'pending')),
  add constraint companies__suspension check (
    (suspended_from is null) = (suspension_reason is null)
    and (suspended_from is not null or not suspension_mailed)
    and (suspended_from is null or (status = 'active' and not is_provider)));

create index companies__announced_suspensions on companies (suspended_from)
  where suspended_from is not null and not suspension_mailed;
