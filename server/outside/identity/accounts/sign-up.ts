import { randomUUID } from 'node:crypto';
import {
  findAccountByEmail,
  findAccountById,
  insertAccount,
  markVerified,
  replaceUnprovenAccount,
} from './accounts.repository.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { IdentityContext } from '../context.ts';
import { networkClaim, settleEvenly } from '../context.ts';
import { inTransaction } from '../transaction.repository.ts';
import type { Judged } from '../limits/guard.ts';
import { guardAttempt } from '../limits/guard.ts';
import type { Executor } from '../../../lib/executor.ts';
import type { Answer, Caller, PreparedSignUp, SignUpOutcome } from '../identity.ts';
import { allowSending, findProvenCode, mailCode, mailCodeAlone } from '../sign-in/mailed-codes.ts';
import { spendCode } from '../sign-in/one-time-codes.repository.ts';
import { hashSignUpPassword } from './password-hashing.ts';

import { mayConfirm, signUpProofCookie } from './sign-up-proof.ts';

/** The limit first, or one network could have any number of passwords hashed. */
export async function prepareSignUp(
  context: IdentityContext,
  caller: Caller,
  input: { email: string; password: string; name: string },
): Promise<Answer<{ prepared: PreparedSignUp }>> {
  const allowed = await allowSending(context, context.pool, caller);
  if (!allowed.ok) return allowed;
  const passwordHash = await hashSignUpPassword(input.password);
  return { ok: true, prepared: { email: toEmailKey(input.email), name: input.name, passwordHash } };
}

/** The outcome is for the caller alone: all three must look the same from outside. */
export async function signUp(
  context: IdentityContext,
  executor: Executor,
  account: PreparedSignUp,
): Promise<SignUpOutcome> {
  const { email, passwordHash } = account;
  const created = await insertAccount(executor, account);
  const accountId = created ?? (await replaceUnprovenAccount(executor, account));
  // Too many mails to this address: the answer stays the same, an earlier mail is on its way.
  const mailed = await mailCode(context, executor, { purpose: 'verify', email, accountId: accountId ?? null });
  if (!accountId && mailed.ok) await context.mail.sendNotice(executor, { notice: 'account-exists', email });

  const proof = signUpProofCookie(context, { id: accountId ?? randomUUID(), passwordHash });
  const outcome = created ? 'created' : accountId ? 'replaced' : 'exists';
  return { outcome, accountId, cookies: [proof] };
}

export async function resendCode(context: IdentityContext, caller: Caller, input: { email: string }): Promise<Answer> {
  return settleEvenly(context.evenAnswerMs, async () => {
    const allowed = await allowSending(context, context.pool, caller);
    if (!allowed.ok) return allowed;
    const email = toEmailKey(input.email);
    const account = await findAccountByEmail(context.pool, email);
    const accountId = account && !account.isVerified ? account.id : null;
    return mailCodeAlone(context, { purpose: 'verify', email, accountId });
  });
}

export async function confirmSignUp(
  context: IdentityContext,
  caller: Caller,
  input: { email: string; code: string },
): Promise<Answer<{ accountId: string }>> {
  const email = toEmailKey(input.email);
  const refused = { isPassed: false, value: { ok: false as const, reason: 'wrongCode' as const } };
  const guarded = { executor: context.pool, now: context.clock.now(), network: networkClaim(caller) };
  return guardAttempt<Answer<{ accountId: string }>>(
    guarded,
    async (): Promise<Judged<Answer<{ accountId: string }>>> => {
      const proven = await findProvenCode(context, { purpose: 'verify', email, code: input.code });
      const account = proven && (await findAccountById(context.pool, proven.accountId));
      if (!proven || !account || account.email !== email || !mayConfirm(context, caller, account)) return refused;
      const isSpent = await inTransaction(context.pool, async (client) => {
        const isFirst = await spendCode(client, proven.id, context.clock.now());
        if (isFirst) await markVerified(client, account.id);
        return isFirst;
      });
      return isSpent ? { isPassed: true, value: { ok: true, accountId: account.id } } : refused;
    },
  );
}
