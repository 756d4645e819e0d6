-- Requests for more of a limit, by the person who is limited or by an assistant for its user. A link in a mail leads to the decision,
-- once; it is stored as a hash, and opens nothing without a user who may change limits.
create table limit_requests (
  company_id uuid not null constraint limit_requests__company references companies (id),
  id uuid not null default gen_random_uuid(),
  kind text not null constraint limit_requests__kind check (kind in ('account', 'skill', 'department', 'key', 'person')),
  -- The id of a skill, user or key, or the department; empty for the account.
  owner text not null,
  requester_user_id uuid,
  -- The key by which an assistant has asked.
  intake_key_id uuid,
  -- Emptied with the decision, which the audit log has.
  reason text not null,
  wanted_ten_thousandths bigint constraint limit_requests__wanted check (wanted_ten_thousandths >= 0),
  token_hash bytea not null,
  created_at timestamptz(3) not null, expires_at timestamptz(3) not null,
  state text not null default 'open'
    constraint limit_requests__state check (state in ('open', 'approved', 'declined', 'expired')),
  decided_at timestamptz(3),
  primary key (company_id, id)
);
create unique index limit_requests__open on limit_requests (company_id, kind, owner) where state = 'open';
create unique index limit_requests__token on limit_requests (company_id, token_hash);
select protect_company_table('limit_requests', 'select, insert, update (state, reason, decided_at), delete');
