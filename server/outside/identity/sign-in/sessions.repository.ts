import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { boolean, instant, nullable, text, uuid, type ParamsOf } from '../../../sql/types.ts';

/**
 * The account of a judged password, while it and the second factor are what was judged. Waits for a new password that is
 * about to commit; one that comes later finds what is opened here. The account is locked first, in the order in which it
 * is deleted, and as its foreign keys do: a stronger lock would wait for a new password that waits for this one.
 */
const judged = `
  judged as (
    select a.id from identity.accounts a join identity.credentials c on c.account_id = a.id
    where a.id = $accountId and c.provider_id = 'credential' and c.password = $passwordHash
      and a.two_factor_enabled = $hasTwoFactor
    for key share of a for share of c)`;
const judgedAccount = { accountId: uuid, passwordHash: text, hasTwoFactor: boolean };
export const newSession = { token: text, userAgent: text, now: instant, expiresAt: instant };
export const sessionFields = 'account_id, token, user_agent, created_at, updated_at, expires_at';
export const sessionValues = '$token, $userAgent, $now, $now, $expiresAt';

/** Undefined where the password or the second factor is another one by now. */
export const createSession = systemStatement.find({
  text: `with ${judged} insert into identity.sessions (${sessionFields}) select id, ${sessionValues} from judged returning id`,
  params: { ...judgedAccount, ...newSession },
  row: { id: uuid },
});

/** A sign-in that waits for its second factor. Undefined like `createSession`. */
export const createChallenge = systemStatement.find({
  text: `
    with ${judged} insert into identity.verifications (identifier, value, created_at, updated_at, expires_at)
    select $identifier, id::text, $now, $now, $expiresAt from judged returning id`,
  params: { ...judgedAccount, identifier: text, now: instant, expiresAt: instant },
  row: { id: uuid },
});

export const findSession = systemStatement.find({
  text: `
    select id, account_id as "accountId", created_at as "createdAt", expires_at as "expiresAt"
    from identity.sessions where token = $token`,
  params: { token: text },
  row: { id: uuid, accountId: uuid, createdAt: instant, expiresAt: instant },
});

/** Undefined for a session that has ended meanwhile. */
export const extendSession = systemStatement.find({
  text: 'update identity.sessions set expires_at = $expiresAt, updated_at = $now where id = $id returning id',
  params: { id: uuid, expiresAt: instant, now: instant },
  row: { id: uuid },
});

export const findChallenge = systemStatement.find({
  text: `
    select value as "accountId" from identity.verifications
    where identifier = $identifier and expires_at > $now order by created_at desc limit 1`,
  params: { identifier: text, now: instant },
  row: { accountId: text },
});

/** Undefined for one that has expired, or that another call was first to take. */
export const claimChallenge = systemStatement.find({
  text: 'delete from identity.verifications where identifier = $identifier and expires_at > $now returning value as "accountId"',
  params: { identifier: text, now: instant },
  row: { accountId: text },
});

/**
 * Parameters for the sessions of an account: those that the issuer of company `openedFor` opened, or all where it is
 * null.
 */
export const sessionsOf = { accountId: uuid, openedFor: nullable(uuid) };
export const isAmong = '($openedFor::uuid is null or sign_in_company_id = $openedFor)';

const deleteSessionsStatement = systemStatement({
  text: `
    delete from identity.sessions
    where account_id = $accountId and ($exceptId::uuid is null or id <> $exceptId) and ${isAmong}`,
  params: { ...sessionsOf, exceptId: nullable(uuid) },
});

/** Deletes the sign-ins of an account that wait for their second factor. */
export const deleteChallenges = systemStatement.run({
  text: 'delete from identity.verifications where value = $accountId',
  params: { accountId: text },
});

interface EndedSessions extends ParamsOf<typeof sessionsOf> {
  readonly exceptId?: string | undefined;
}

/**
 * Deletes sessions. Where it deletes all, also sign-ins that wait for their second factor, because they began with the
 * old password.
 */
export async function deleteSessions(sql: Sql, { accountId, openedFor, exceptId }: EndedSessions): Promise<void> {
  await sql.run(deleteSessionsStatement, { accountId, openedFor, exceptId: exceptId ?? null });
  if (openedFor === null) await deleteChallenges(sql, { accountId });
}

/** Undefined for a session that has ended meanwhile. */
export const updateSessionKeys = systemStatement.find({
  text: `
    update identity.sessions set id = $newId, token = $token, updated_at = $now where id = $id
    returning id`,
  params: { id: uuid, newId: uuid, token: text, now: instant },
  row: { id: uuid },
});

export const deleteSessionByToken = systemStatement.run({
  text: 'delete from identity.sessions where token = $token',
  params: { token: text },
});

const deleteExpiredStatements = [
  'delete from identity.sessions where expires_at < $now',
  'delete from identity.verifications where expires_at < $now',
  `delete from identity.spent_once where spent_at < $now::timestamptz - interval '1 day'`,
  `delete from identity.one_time_codes where created_at < $now::timestamptz - interval '1 day'`,
  `delete from identity.attempts
    where last_at < $now::timestamptz - interval '1 day' and (blocked_until is null or blocked_until < $now)`,
].map((statement) => systemStatement({ text: statement, params: { now: instant } }));

/** Deletes sessions and challenges once they are expired, codes and counters a day later. */
export async function deleteExpired(sql: Sql, now: Date): Promise<void> {
  for (const statement of deleteExpiredStatements) await sql.run(statement, { now });
}
