import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '../sql/sql.ts';
import { runSql } from './sql/run-sql.ts';

const lifeMs = 7 * 86_400_000;

/**
 * The session cookie that a sign-in would set, without the tenth of a second that a check of the password takes.
 * @param secret signs session cookies
 * @param createdAt of the portal's clock; the identity library compares the expiry with the system's
 */
export async function openSession(
  sql: Sql,
  accountId: string,
  { secret, createdAt }: { secret: string; createdAt: Date },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const values = [accountId, token, createdAt, new Date(Date.now() + lifeMs)];
  const text = 'insert into identity.sessions (account_id, token, created_at, expires_at) values ($1, $2, $3, $4)';
  await runSql(sql, text, values);
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `portal.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
