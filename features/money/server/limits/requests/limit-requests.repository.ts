import type { Role } from '#contract/capabilities.ts';
import type { LimitAction } from '#features/money/contract/limits.ts';
import type { LimitKind } from '#features/money/contract/limits/limit-kinds.ts';
import type { LimitRequest } from '#features/money/contract/limits/limit-requests.ts';
import type { RoleRights } from '#features/people/contract/role-rights.ts';
import { statement } from '#server/sql/statement.ts';
import {
  array,
  boolean,
  bytes,
  instant,
  integer,
  json,
  nullable,
  text,
  textOf,
  uuid,
  type RowOf,
} from '#server/sql/types.ts';

/** Closes those that were not decided in time. */
export const expireRequests = statement.run({
  text: `
    update limit_requests set state = 'expired', reason = ''
    where company_id = $companyId and state = 'open' and expires_at <= $now`,
  params: { now: instant },
});

/** An open request for this limit, or one that was declined since an instant. */
export const findRecentRequest = statement.find({
  text: `
    select created_at as "createdAt", expires_at as "expiresAt", state = 'open' and expires_at > $now as "isOpen"
    from limit_requests
    where company_id = $companyId and kind = $kind and owner = $owner
      and ((state = 'open' and expires_at > $now) or (state = 'declined' and decided_at > $declinedSince))
    order by created_at desc limit 1`,
  params: { kind: textOf<LimitKind>(), owner: text, now: instant, declinedSince: instant },
  row: { createdAt: instant, expiresAt: instant, isOpen: boolean },
});

export const createRequest = statement.run({
  text: `
    insert into limit_requests (company_id, kind, owner, requester_user_id, intake_key_id, reason, wanted_ten_thousandths,
      token_hash, created_at, expires_at)
    values ($companyId, $kind, $owner, $requesterUserId, $intakeKeyId, $reason, $wanted, $tokenHash, $now, $expiresAt)`,
  params: {
    kind: textOf<LimitKind>(),
    owner: text,
    requesterUserId: nullable(uuid),
    intakeKeyId: nullable(uuid),
    reason: text,
    wanted: nullable(integer),
    tokenHash: bytes,
    now: instant,
    expiresAt: instant,
  },
});

const stored = {
  id: uuid,
  kind: textOf<LimitKind>(),
  owner: text,
  requesterUserId: nullable(uuid),
  requester: text,
  requesterEmail: text,
  requesterFirstName: text,
  key: text,
  reason: text,
  wanted: nullable(integer),
  createdAt: instant,
  expiresAt: instant,
  state: textOf<LimitRequest['state']>(),
};
export type StoredRequest = RowOf<typeof stored>;

const ofRequester = (column: string) => `coalesce((select ${column} from users u
    where u.company_id = $companyId and u.id = q.requester_user_id and u.deactivated_at is null), '')`;

/** The request of a link; locks it until the transaction ends. */
export const lockRequest = statement.find({
  text: `
    select q.id, q.kind, q.owner, q.requester_user_id as "requesterUserId",
      ${ofRequester(`trim(u.first_name || ' ' || u.last_name)`)} as requester, ${ofRequester('u.email')} as "requesterEmail",
      ${ofRequester('u.first_name')} as "requesterFirstName",
      coalesce((select k.name from intake_keys k where k.company_id = $companyId and k.id = q.intake_key_id), '') as key,
      q.reason, q.wanted_ten_thousandths as wanted, q.created_at as "createdAt", q.expires_at as "expiresAt",
      case when q.state = 'open' and q.expires_at <= $now then 'expired' else q.state end as state
    from limit_requests q where q.company_id = $companyId and q.token_hash = $tokenHash for update of q`,
  params: { tokenHash: bytes, now: instant },
  row: stored,
});

export const closeRequest = statement.run({
  text: `
    update limit_requests set state = $state, reason = '', decided_at = $now
    where company_id = $companyId and id = $id`,
  params: { id: uuid, state: textOf<LimitRequest['state']>(), now: instant },
});

/** The limit that a decision has named, and the owner as the request has it. */
export const findNamedLimit = statement.find({
  text: `
    select h.limited_by as kind, coalesce(n.skill_id, n.id)::text as skill, h.limit_name as department,
      h.intake_key_id::text as key, r.user_id as "userId"
    from budget_reservations h
    left join reported_skills n on n.company_id = $companyId and n.number = h.skill_number
    left join reported_users r on r.company_id = $companyId and r.number = h.user_number
    where h.company_id = $companyId and h.id = $id`,
  params: { id: uuid },
  row: {
    kind: nullable(textOf<LimitKind>()),
    skill: nullable(text),
    department: nullable(text),
    key: nullable(text),
    userId: nullable(uuid),
  },
});

export const findAccountLimit = statement.find({
  text: `
    select limit_ten_thousandths as "limit", action from company_limits where company_id = $companyId`,
  row: { limit: nullable(integer), action: textOf<LimitAction>() },
});

/** Users who are active, with what decides about their rights. */
export const listHolders = statement.list({
  text: `
    select u.email, u.first_name as "firstName", u.roles,
      (select r.changes from role_rights r where r.company_id = $companyId) as rights,
      (select c.name from companies c where c.id = $companyId) as "companyName"
    from users u where u.company_id = $companyId and u.deactivated_at is null
    order by u.created_at, u.id`,
  row: {
    email: text,
    firstName: text,
    roles: array(textOf<Role>()),
    rights: nullable(json<RoleRights>()),
    companyName: text,
  },
});
