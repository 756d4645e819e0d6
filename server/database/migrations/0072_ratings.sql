-- What users thought of answers, as assistants report it (decision 0018).
alter table conversations
  -- Those of its messages and of itself; null without one.
  add column ratings jsonb,
  -- 1 positive, 2 neutral, 3 negative: the worst of them that says something; null without one.
  add column rating smallint;
create index conversations__rating on conversations (company_id, started_at, id)
  include (rating, skill_number, user_number, status, technical) where rating is not null;
