import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '../sql/sql.ts';
import { runSql } from './sql/run-sql.ts';

const lifeMs = 7 * 86_400_000;

/**
 * The session cookie that a sign-in would set, without the tenth of a second that a check of the password takes.
 * @param secret signs session cookies
 */
export async function openSession(sql: Sql, accountId: string, secret: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await runSql(sql, 'insert into identity.sessions (account_id, token, expires_at) values ($1, $2, $3)', [
    accountId,
    token,
    new Date(Date.now() + lifeMs),
  ]);
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `portal.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
