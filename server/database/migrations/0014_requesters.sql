-- Who has requested, so that the right is asked again when the request takes effect. Null for requests of before, and for a
-- reviewer who is no user of the company.
alter table skill_requests add column requester_account_id uuid, add column reviewer_user_id uuid;
grant update (requester_account_id) on skill_requests to steward_app;
alter table company_exports add column requester_account_id uuid;
