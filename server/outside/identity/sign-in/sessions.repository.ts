import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { instant, nullable, text, uuid } from '../../../sql/types.ts';

const deleteSessionsStatement = systemStatement({
  text: `
    delete from identity.sessions
    where account_id = $accountId and ($exceptSessionId::uuid is null or id <> $exceptSessionId)`,
  params: { accountId: uuid, exceptSessionId: nullable(uuid) },
});

/** Deletes the sign-ins of an account that wait for their second factor. */
export const deleteChallenges = systemStatement.run({
  text: 'delete from identity.verifications where value = $accountId',
  params: { accountId: text },
});

/** Also deletes sign-ins that wait for their second factor, because they began with the old password. */
export async function deleteSessions(sql: Sql, accountId: string, exceptSessionId?: string): Promise<void> {
  await sql.run(deleteSessionsStatement, { accountId, exceptSessionId: exceptSessionId ?? null });
  await deleteChallenges(sql, { accountId });
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
