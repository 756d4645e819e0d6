import type { Executor } from '../../../lib/executor.ts';

export async function deleteSessions(executor: Executor, accountId: string, exceptSessionId?: string): Promise<void> {
  await executor.query('DELETE FROM identity.sessions WHERE account_id = $1 AND ($2::uuid IS NULL OR id <> $2)', [
    accountId,
    exceptSessionId ?? null,
  ]);
  // A sign-in that waits for its second factor was begun with the old password.
  await executor.query('DELETE FROM identity.verifications WHERE value = $1', [accountId]);
}

export async function deleteSessionByToken(executor: Executor, token: string): Promise<void> {
  await executor.query('DELETE FROM identity.sessions WHERE token = $1', [token]);
}

/** Deletes what has no further use: a day after for codes and counters, at once for sessions and challenges. */
export async function deleteExpired(executor: Executor, now: Date): Promise<void> {
  await executor.query('DELETE FROM identity.sessions WHERE expires_at < $1', [now]);
  await executor.query('DELETE FROM identity.verifications WHERE expires_at < $1', [now]);
  await executor.query("DELETE FROM identity.one_time_codes WHERE created_at < $1::timestamptz - interval '1 day'", [
    now,
  ]);
  await executor.query(
    `DELETE FROM identity.attempts
     WHERE last_at < $1::timestamptz - interval '1 day' AND (blocked_until IS NULL OR blocked_until < $1)`,
    [now],
  );
}
