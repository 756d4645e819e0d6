import { isAPIError } from 'better-auth/api';
import type { AccountRow } from '../accounts/accounts.repository.ts';
import { hasSamePassword } from '../accounts/accounts.repository.ts';
import { deleteSessionByToken } from './sessions.repository.ts';
import type { IdentityContext } from '../context.ts';
import { networkClaim, secondFactorClaim } from '../context.ts';
import type { Judged } from '../limits/guard.ts';
import { guardAttempt } from '../limits/guard.ts';
import type { Answer, Caller, SignInStep } from '../identity.ts';
import { findProvenCode, mailCodeAlone } from './mailed-codes.ts';
import { spendCode } from './one-time-codes.repository.ts';
import { findChallengedAccount } from './session.ts';
import { stepAfterChallenge } from './sign-in.ts';
import { takeRecoveryCode, takeTotpCode } from '../second-factor/two-factor.ts';

export type SecondFactor = { method: 'totp' | 'email' | 'recovery'; code: string };

export async function sendSignInCode(context: IdentityContext, caller: Caller): Promise<Answer> {
  const account = await findChallengedAccount(context, caller);
  if (!account) return { ok: false, reason: 'stepOutOfTurn' };
  return mailCodeAlone(context, { purpose: 'sign-in', email: account.email, accountId: account.id });
}

/** All three methods share one counter of the account, so switching between them gains no guesses. */
export async function confirmSignIn(
  context: IdentityContext,
  caller: Caller,
  input: SecondFactor,
): Promise<Answer<SignInStep>> {
  const account = await findChallengedAccount(context, caller);
  if (!account) return { ok: false, reason: 'stepOutOfTurn' };
  const guarded = {
    sql: context.sql,
    now: context.clock.now(),
    owner: secondFactorClaim(account.id),
    network: networkClaim(caller),
  };
  return guardAttempt<Answer<SignInStep>>(guarded, async (): Promise<Judged<Answer<SignInStep>>> => {
    if (!(await takeSecondFactor(context, account, input))) {
      return { isPassed: false, value: { ok: false, reason: 'wrongCode' } };
    }
    return { isPassed: true, value: await finishChallenge(context, caller, account) };
  });
}

async function takeSecondFactor(context: IdentityContext, account: AccountRow, input: SecondFactor): Promise<boolean> {
  if (input.method === 'totp') return takeTotpCode(context, account.id, input.code);
  if (input.method === 'recovery') return takeRecoveryCode(context, account.id, input.code);
  const proven = await findProvenCode(context, { purpose: 'sign-in', email: account.email, code: input.code });
  if (!proven || proven.accountId !== account.id) return false;
  return spendCode(context.sql, proven.id, context.clock.now());
}

/** @param account as it was when the second factor was judged */
async function finishChallenge(
  context: IdentityContext,
  caller: Caller,
  account: AccountRow,
): Promise<Answer<SignInStep>> {
  try {
    const { headers, response } = await context.auth.api.finishChallenge({
      headers: caller.headers,
      returnHeaders: true,
    });
    if (!(await hasSamePassword(context.sql, account))) {
      await deleteSessionByToken(context.sql, { token: response.sessionToken });
      return { ok: false, reason: 'stepOutOfTurn' };
    }
    return await stepAfterChallenge(context, response.accountId, headers.getSetCookie());
  } catch (fault) {
    if (isAPIError(fault) && fault.body?.code === 'CHALLENGE_OVER') return { ok: false, reason: 'stepOutOfTurn' };
    throw fault;
  }
}
