import { hashPassword } from 'better-auth/crypto';
import { toEmailKey } from '#contract/fields.ts';
import { insertProvenAccount } from './accounts.repository.ts';
import type { Executor } from '../../../lib/executor.ts';

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
    const account = { email: toEmailKey(email), name, passwordHash };
    idsByEmail.set(email, await insertProvenAccount(executor, account));
  }
  return idsByEmail;
}
