import { toEmailKey } from '#contract/fields.ts';
import { findAccountByEmail } from '../accounts/accounts.repository.ts';
import { hashPassword, verifyPassword } from '../accounts/password-hashing.ts';
import { networkClaim, recordSignIn, secondFactorClaim, signInClaims, type IdentityContext } from '../context.ts';
import { askNoPool, type Answer, type AskPool, type Caller, type SignInAction, type SignInStep } from '../identity.ts';
import { guardAttempt, judgeWithPool } from '../limits/guard.ts';
import { takeRecoveryCode, takeTotpCode } from '../second-factor/two-factor.ts';
import { findChallengedAccount } from './session.ts';
import { replaceFormer, takeSteps, type SignInOutcome } from './steps.ts';

/** Signs in with a password: of the portal, or else of the user pool that the address belongs to. */
export async function signIn(
  context: IdentityContext,
  caller: Caller,
  input: { email: string; password: string },
  askPool: AskPool<SignInStep> = askNoPool,
): Promise<Answer<SignInStep>> {
  const email = toEmailKey(input.email);
  let accountId: string | undefined;
  const record = (action: SignInAction) => {
    if (accountId !== undefined) void recordSignIn(context, caller, { accountId, action });
  };
  const guarded = {
    sql: context.sql,
    now: context.clock.now(),
    owners: signInClaims(context, caller, email),
    network: networkClaim(caller),
    onLocked: () => record('account.locked'),
  };
  const answer = await guardAttempt<Answer<SignInStep>>(guarded, async () => {
    const judged = await judgeWithPool(judgeOwn, askPool);
    if (!judged.value.ok) record('account.sign-in-failed');
    return judged;
  });
  return replaceFormer(context, caller, answer);

  async function judgeOwn(): Promise<SignInOutcome> {
    // Read before the password is compared, because comparing waits for its turn.
    const account = await findAccountByEmail(context.sql, { email });
    accountId = account?.id;
    // Takes as long for an unknown address.
    const isRight = account
      ? await verifyPassword({ hash: account.passwordHash, password: input.password })
      : await hashPassword(input.password).then(() => false);
    if (!account || !isRight) return { isPassed: false, value: { ok: false, reason: 'wrongCredentials' } };
    return takeSteps(context, 'password', { caller, account });
  }
}

export type SecondFactor = { method: 'totp' | 'recovery'; code: string };

/**
 * Goes on with the second factor of the portal. Both methods share one counter of the account, so switching between them
 * gains no guesses.
 */
export async function confirmSignIn(
  context: IdentityContext,
  caller: Caller,
  { method, code }: SecondFactor,
): Promise<Answer<SignInStep>> {
  const account = await findChallengedAccount(context, caller);
  if (!account) return { ok: false, reason: 'stepOutOfTurn' };
  const record = (action: SignInAction) => void recordSignIn(context, caller, { accountId: account.id, action });
  const guarded = {
    sql: context.sql,
    now: context.clock.now(),
    owners: [secondFactorClaim(account.id)],
    network: networkClaim(caller),
    onLocked: () => record('account.locked'),
  };
  const answer = await guardAttempt<Answer<SignInStep>>(guarded, async (): Promise<SignInOutcome> => {
    const take = method === 'totp' ? takeTotpCode : takeRecoveryCode;
    if (!(await take(context, account.id, code))) {
      record('account.sign-in-failed');
      return { isPassed: false, value: { ok: false, reason: 'wrongCode' } };
    }
    return takeSteps(context, 'secondFactor', { caller, account });
  });
  return replaceFormer(context, caller, answer);
}
