import { isAPIError } from 'better-auth/api';
import { hasSamePassword, type AccountRow } from '../accounts/accounts.repository.ts';
import { deleteSessionByToken } from './sessions.repository.ts';
import { byPassword, networkClaim, recordSignIn, secondFactorClaim, type IdentityContext } from '../context.ts';
import { guardAttempt, type Judged } from '../limits/guard.ts';
import type { OpenedBy } from '../../../lib/request/actor.ts';
import type { Answer, Caller, SignInAction, SignInStep } from '../identity.ts';
import { findChallengedAccount } from './session.ts';
import { decideState, stepAfterChallenge } from './sign-in.ts';
import { takeRecoveryCode, takeTotpCode } from '../second-factor/two-factor.ts';

export type SecondFactor = { method: 'totp' | 'recovery'; code: string };

/** Both methods share one counter of the account, so switching between them gains no guesses. */
export async function confirmSignIn(
  context: IdentityContext,
  caller: Caller,
  input: SecondFactor,
): Promise<Answer<SignInStep>> {
  const account = await findChallengedAccount(context, caller);
  if (!account) return { ok: false, reason: 'stepOutOfTurn' };
  const record = (action: SignInAction, session?: OpenedBy) =>
    recordSignIn(context, caller, { accountId: account.id, action, session });
  const guarded = {
    sql: context.sql,
    now: context.clock.now(),
    owners: [secondFactorClaim(account.id)],
    network: networkClaim(caller),
    onLocked: () => void record('account.locked'),
  };
  return guardAttempt<Answer<SignInStep>>(guarded, async (): Promise<Judged<Answer<SignInStep>>> => {
    const take = input.method === 'totp' ? takeTotpCode : takeRecoveryCode;
    if (!(await take(context, account.id, input.code))) {
      void record('account.sign-in-failed');
      return { isPassed: false, value: { ok: false, reason: 'wrongCode' } };
    }
    const value = await finishChallenge(context, caller, account);
    if (value.ok) {
      await reportBreakGlass(context, caller, account.id);
      await record('account.sign-in', byPassword);
      value.state = await decideState(context, account.id, value.state);
    }
    return { isPassed: true, value };
  });
}

/** A password in a company that demands single sign-on: audited, and its SuperAdmins are mailed, or the sign-in fails. */
async function reportBreakGlass(context: IdentityContext, caller: Caller, accountId: string): Promise<void> {
  const watchers = await context.listBreakGlassWatchers(accountId);
  if (watchers.length === 0) return;
  await context.inTransaction(async (tx) => {
    const change = {
      accountId,
      action: 'account.break-glass' as const,
      session: byPassword,
      requestId: caller.requestId,
    };
    await context.recordChange(tx, { ...change, address: caller.ip, now: context.clock.now() });
    for (const watcher of watchers) await context.mail.sendSecurityMail(tx, { kind: 'break-glass', ...watcher });
  });
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
