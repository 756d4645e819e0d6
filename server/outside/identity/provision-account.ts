import { hashPassword } from 'better-auth/crypto';
import type { Executor } from './identity.ts';
import { normalizeEmail } from './secrets.ts';

/**
 * An account that can sign in at once with a known password: for the demo and for tests, never for people. Runs in a
 * transaction of the system role.
 */
export async function provisionAccounts(
  executor: Executor,
  accounts: ReadonlyArray<{ email: string; name: string }>,
  password: string,
): Promise<Map<string, string>> {
  const passwordHash = await hashPassword(password);
  const idsByEmail = new Map<string, string>();
  for (const { email, name } of accounts) {
    const { rows } = await executor.query(
      `with made as (
         insert into identity.account (email, name, email_verified) values ($1, $2, true) returning id)
       insert into identity.credential (account_id, provider_id, provider_account_id, password)
       select id, 'credential', id::text, $3 from made returning account_id`,
      [normalizeEmail(email), name, passwordHash],
    );
    idsByEmail.set(email, String(rows[0]?.['account_id']));
  }
  return idsByEmail;
}
