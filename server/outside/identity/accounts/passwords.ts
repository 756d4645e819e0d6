import { toEmailKey } from '#contract/fields.ts';
import { findAccountByEmail, findAccountById, settleAccount, storePassword } from './accounts.repository.ts';
import { forgiveAttempts } from '../limits/attempts.repository.ts';
import type { IdentityContext } from '../context.ts';
import { networkClaim, passwordClaim, settleEvenly, signInClaim } from '../context.ts';
import { inTransaction } from '../transaction.repository.ts';
import type { Judged } from '../limits/guard.ts';
import { guardAttempt } from '../limits/guard.ts';
import type { Executor } from '../../../lib/executor.ts';
import type { Answer, Caller, SignInStep } from '../identity.ts';
import { allowSending, findProvenCode, mailCodeAlone } from '../sign-in/mailed-codes.ts';
import { spendCode } from '../sign-in/one-time-codes.repository.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';

import { readSession } from '../sign-in/session.ts';
import { deleteSessions } from '../sign-in/sessions.repository.ts';

/** The same for every address: known or not, proven or not. */
export async function sendResetCode(
  context: IdentityContext,
  caller: Caller,
  input: { email: string },
): Promise<Answer> {
  return settleEvenly(context.evenAnswerMs, async () => {
    const allowed = await allowSending(context, context.pool, caller);
    if (!allowed.ok) return allowed;
    const email = toEmailKey(input.email);
    const account = await findAccountByEmail(context.pool, email);
    return mailCodeAlone(context, { purpose: 'reset', email, accountId: account?.id ?? null });
  });
}

/** Ends every session and every lock of the account; the code also proves the address. */
export async function resetPassword(
  context: IdentityContext,
  caller: Caller,
  input: { email: string; code: string; password: string },
): Promise<Answer> {
  const email = toEmailKey(input.email);
  const refused: Judged<Answer> = { isPassed: false, value: { ok: false, reason: 'wrongCode' } };
  const guarded = { executor: context.pool, now: context.clock.now(), network: networkClaim(caller) };
  return guardAttempt<Answer>(guarded, async (): Promise<Judged<Answer>> => {
    const proven = await findProvenCode(context, { purpose: 'reset', email, code: input.code });
    if (!proven) return refused;
    const passwordHash = await hashPassword(input.password);
    const isSpent = await inTransaction(context.pool, async (client) => {
      if (!(await spendCode(client, proven.id, context.clock.now()))) return false;
      await storePassword(client, proven.accountId, passwordHash);
      await settleAccount(client, proven.accountId);
      await deleteSessions(client, proven.accountId);
      for (const claim of [signInClaim(context, email), passwordClaim(proven.accountId)]) {
        await forgiveAttempts(client, claim);
      }
      await context.mail.sendNotice(client, { notice: 'password-changed', email });
      await noteNewPassword(context, client, caller, { accountId: proven.accountId, action: 'account.password-reset' });
      return true;
    });
    return isSpent ? { isPassed: true, value: { ok: true } } : refused;
  });
}

export async function setNewPassword(
  context: IdentityContext,
  caller: Caller,
  input: { password: string },
): Promise<Answer<SignInStep>> {
  const session = await readSession(context, caller);
  if (session.state !== 'requireNewPassword' || !session.account) return { ok: false, reason: 'stepOutOfTurn' };
  const { id, email } = session.account;
  const account = await findAccountById(context.pool, id);
  if (!account) return { ok: false, reason: 'stepOutOfTurn' };
  if (await verifyPassword({ hash: account.passwordHash, password: input.password })) {
    return { ok: false, reason: 'samePassword' };
  }
  const passwordHash = await hashPassword(input.password);
  await inTransaction(context.pool, async (client) => {
    await storePassword(client, id, passwordHash);
    await settleAccount(client, id);
    await deleteSessions(client, id, session.sessionId);
    await noteNewPassword(context, client, caller, { accountId: id, action: 'account.new-password' });
  });
  return { ok: true, state: 'signedIn', accountId: id, email, cookies: session.cookies };
}

function noteNewPassword(
  context: IdentityContext,
  client: Executor,
  { requestId }: Caller,
  change: { accountId: string; action: 'account.password-reset' | 'account.new-password' },
): Promise<void> {
  return context.noteChange(client, { ...change, requestId, now: context.clock.now() });
}

/** For acts that ask for the password again; counted apart from signing in. */
export async function checkPassword(context: IdentityContext, accountId: string, password: string): Promise<Answer> {
  const guarded = { executor: context.pool, now: context.clock.now(), owner: passwordClaim(accountId) };
  return guardAttempt<Answer>(guarded, async (): Promise<Judged<Answer>> => {
    const account = await findAccountById(context.pool, accountId);
    const isRight = account !== undefined && (await verifyPassword({ hash: account.passwordHash, password }));
    return { isPassed: isRight, value: isRight ? { ok: true } : { ok: false, reason: 'wrongPassword' } };
  });
}
