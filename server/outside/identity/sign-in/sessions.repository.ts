import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { instant, nullable, text, uuid, type ParamsOf } from '../../../sql/types.ts';

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
