import { hasAddress } from '#domain/ledger/billed-address.sql.ts';
import { joinPrice } from '#domain/ledger/prices/prices.sql.ts';
import { insertValues } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, bytes, date, instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const outcome = textOf<'approved' | 'refused' | 'withdrawn'>();

const created = {
  id: uuid,
  skillId: uuid,
  reviewerEmail: text,
  tokenHash: bytes,
  requesterName: text,
  requesterEmail: text,
  /** Null for a request of before these were noted; `reviewerUserId` also for a reviewer from outside of the company. */
  requesterAccountId: nullable(uuid),
  reviewerUserId: nullable(uuid),
  requestedAt: instant,
  expiresAt: instant,
};

const request = { ...created, closedAt: nullable(instant), outcome: nullable(outcome) };

/** A request for approval; open while `closedAt` is null. */
export type StoredRequest = RowOf<typeof request>;

const columns = `id, skill_id as "skillId", reviewer_email as "reviewerEmail", token_hash as "tokenHash",
  requester_name as "requesterName", requester_email as "requesterEmail",
  requester_account_id as "requesterAccountId", reviewer_user_id as "reviewerUserId", requested_at as "requestedAt",
  expires_at as "expiresAt", closed_at as "closedAt", outcome`;

export const createRequest = statement.run({
  text: `insert into skill_requests ${insertValues(created)}`,
  params: created,
});

export const findRequest = statement.find({
  text: `select ${columns} from skill_requests where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: request,
});

/** The latest one for a skill, open or not. */
export const findLatestRequest = statement.find({
  text: `
    select ${columns} from skill_requests where company_id = $companyId and skill_id = $skillId
    order by requested_at desc, closed_at desc nulls first limit 1`,
  params: { skillId: uuid },
  row: request,
});

/** Closes the open request for a skill, where there is one. */
export const closeRequest = statement.run({
  text: `
    update skill_requests set closed_at = $now, outcome = $outcome
    where company_id = $companyId and skill_id = $skillId and closed_at is null`,
  params: { skillId: uuid, outcome, now: instant },
});

/** Ends the link of an open request in favour of a new one, which is that of who has it sent. */
export const replaceToken = statement.run({
  text: `
    update skill_requests
    set token_hash = $tokenHash, expires_at = $expiresAt, requester_account_id = $requesterAccountId
    where company_id = $companyId and id = $id and closed_at is null`,
  params: { id: uuid, tokenHash: bytes, expiresAt: instant, requesterAccountId: uuid },
});

/** The user of the company with an address, who may be deactivated. */
export const findReviewer = statement.find({
  text: 'select u.id from users u where u.company_id = $companyId and lower(u.email) = lower($email)',
  params: { email: text },
  row: { id: uuid },
});

/** Whether a user is still there and not deactivated. */
export const isActiveUser = statement.get({
  text: `
    select exists (select from users u
      where u.company_id = $companyId and u.id = $id and u.deactivated_at is null) as "isActive"`,
  params: { id: uuid },
  row: { isActive: boolean },
});

/** Finds the present price of one request of a skill. */
export const findPrice = statement.find({
  text: `
    select p.price from skills s ${joinPrice('s', '$today::date', 'p')}
    where (s.company_id = $companyId or s.is_provided) and s.id = $skillId`,
  params: { skillId: uuid, today: date },
  row: { price: integer },
});

/** Whether the company has what an invoice has to name; the provider gets none. */
export const getBillable = statement.get({
  text: `select is_provider or (${hasAddress}) as "isBillable" from companies where id = $companyId`,
  row: { isBillable: boolean },
});

/** The bound company, and whether an address is that of one of its users. */
export const findCompanyOfRequest = statement.find({
  text: `
    select c.name, c.time_zone as "timeZone", c.suspended_from as "suspendedFrom",
      c.suspension_reason as "suspensionReason",
      exists (select from users u where u.company_id = $companyId and lower(u.email) = lower($email)) as "isUser"
    from companies c where c.id = $companyId`,
  params: { email: text },
  row: {
    name: text,
    timeZone: text,
    suspendedFrom: nullable(instant),
    suspensionReason: nullable(text),
    isUser: boolean,
  },
});
