import type { Executor } from './identity.ts';

export async function deleteSessions(executor: Executor, accountId: string, exceptSessionId?: string): Promise<void> {
  await executor.query('DELETE FROM identity.session WHERE account_id = $1 AND ($2::uuid IS NULL OR id <> $2)', [
    accountId,
    exceptSessionId ?? null,
  ]);
  // A sign-in that waits for its second factor was begun with the old password.
  await executor.query('DELETE FROM identity.verification WHERE value = $1', [accountId]);
}

export async function deleteSessionByToken(executor: Executor, token: string): Promise<void> {
  await executor.query('DELETE FROM identity.session WHERE token = $1', [token]);
}

export async function isSessionRowLive(executor: Executor, sessionId: string, now: Date): Promise<boolean> {
  const { rows } = await executor.query('SELECT 1 FROM identity.session WHERE id = $1 AND expires_at > $2', [
    sessionId,
    now,
  ]);
  return rows.length === 1;
}

/** Deletes what has no further use: a day after for codes and counters, at once for sessions and challenges. */
export async function deleteExpired(executor: Executor, now: Date): Promise<void> {
  await executor.query('DELETE FROM identity.session WHERE expires_at < $1', [now]);
  await executor.query('DELETE FROM identity.verification WHERE expires_at < $1', [now]);
  await executor.query("DELETE FROM identity.one_time_code WHERE created_at < $1::timestamptz - interval '1 day'", [
    now,
  ]);
  await executor.query(
    `DELETE FROM identity.attempts
     WHERE last_at < $1::timestamptz - interval '1 day' AND (blocked_until IS NULL OR blocked_until < $1)`,
    [now],
  );
}
