import { toEmailKey } from '#contract/fields.ts';
import { createAccount } from './accounts.repository.ts';
import type { Sql } from '../../../sql/sql.ts';

/**
 * Creates accounts that can sign in at once with a known password: for the demo and for tests only, because their addresses
 * are unproven. Runs in a system transaction.
 */
export async function provisionAccounts(
  sql: Sql,
  accounts: ReadonlyArray<{ email: string; name: string }>,
  passwordHash: string,
  now: Date,
): Promise<Map<string, string>> {
  const idsByEmail = new Map<string, string>();
  for (const { email, name } of accounts) {
    const accountId = await createAccount(sql, { email: toEmailKey(email), name, passwordHash, isVerified: true }, now);
    if (accountId === undefined) throw new Error(`The address ${email} has an account already.`);
    idsByEmail.set(email, accountId);
  }
  return idsByEmail;
}
