import { isAPIError } from 'better-auth/api';
import { toEmailKey } from '#contract/fields.ts';
import {
  findAccountByEmail,
  findAccount,
  hasSamePassword,
  hasTwoFactorNow,
  type AccountRow,
} from '../accounts/accounts.repository.ts';
import { byPassword, networkClaim, recordSignIn, signInClaims, type IdentityContext } from '../context.ts';
import { guardAttempt, judgeWithPool, type Judged } from '../limits/guard.ts';
import {
  askNoPool,
  type Answer,
  type AskPool,
  type Caller,
  type SessionState,
  type SignInAction,
  type SignInStep,
} from '../identity.ts';
import { clientNetwork } from '../../../lib/network/client-network.ts';
import { mailCodeAlone } from './mailed-codes.ts';
import { deleteChallenges, deleteSessionByToken } from './sessions.repository.ts';
import { signUpProofCookie } from '../accounts/sign-up-proof.ts';

type PasswordVerdict =
  | { verdict: 'wrong' | 'unverified' }
  | { verdict: 'right'; cookies: string[]; sessionToken: string | undefined };

const wrongCodes = ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL', 'PASSWORD_TOO_LONG'];

/** Checks the password with better-auth, which hashes for unknown addresses too. Any other error is thrown. */
async function judgePassword(
  context: IdentityContext,
  caller: Caller,
  input: { email: string; password: string },
): Promise<PasswordVerdict> {
  try {
    const { headers, response } = await context.auth.api.signInEmail({
      body: input,
      headers: caller.headers,
      returnHeaders: true,
    });
    return { verdict: 'right', cookies: headers.getSetCookie(), sessionToken: response.token };
  } catch (fault) {
    const code = isAPIError(fault) ? fault.body?.code : undefined;
    if (code === 'EMAIL_NOT_VERIFIED') return { verdict: 'unverified' };
    if (code !== undefined && wrongCodes.includes(code)) return { verdict: 'wrong' };
    throw fault;
  }
}

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
  return guardAttempt<Answer<SignInStep>>(guarded, async (): Promise<Judged<Answer<SignInStep>>> => {
    const judged = await judgeWithPool(judgeOwn, askPool);
    if (!judged.value.ok) record('account.sign-in-failed');
    return judged;
  });

  async function judgeOwn(): Promise<Judged<Answer<SignInStep>>> {
    // Read before the password is compared, because comparing waits for its turn.
    const account = await findAccountByEmail(context.sql, { email });
    accountId = account?.id;
    const judged = await judgePassword(context, caller, { email, password: input.password });
    const isRight = judged.verdict !== 'wrong' && account !== undefined;
    if (!isRight || !(await keepSession(context, account, judged))) {
      return { isPassed: false, value: { ok: false, reason: 'wrongCredentials' } };
    }
    const isProven = judged.verdict === 'right';
    if (isProven && isExpired(account, guarded.now)) {
      if (judged.sessionToken) await deleteSessionByToken(context.sql, { token: judged.sessionToken });
      return { isPassed: true, value: { ok: false, reason: 'passwordExpired' } };
    }
    if (isProven && (await context.isPasswordClosed(account.id))) {
      if (judged.sessionToken) await deleteSessionByToken(context.sql, { token: judged.sessionToken });
      await deleteChallenges(context.sql, { accountId: account.id });
      return { isPassed: true, value: { ok: false, reason: 'singleSignOnRequired' } };
    }
    const step = isProven ? await admit(context, account, judged) : await askForVerification(context, caller, account);
    if (step.state === 'signedIn' || step.state === 'requireNewPassword') {
      await recordSignIn(context, caller, { accountId: account.id, action: 'account.sign-in', session: byPassword });
    }
    const state = await decideState(context, account.id, step.state);
    return { isPassed: true, value: { ok: true, ...step, state, accountId: account.id, email } };
  }
}

const isExpired = ({ mustChangePassword, temporaryUntil }: AccountRow, now: Date) =>
  mustChangePassword && temporaryUntil !== null && temporaryUntil <= now;

/**
 * False where the password has changed meanwhile, or a second factor was enabled that this sign-in did not ask for; what
 * the sign-in opened is then ended.
 */
async function keepSession(context: IdentityContext, account: AccountRow, judged: PasswordVerdict): Promise<boolean> {
  const isOutdated = !account.hasTwoFactor && (await hasTwoFactorNow(context.sql, account.id));
  if (!isOutdated && (await hasSamePassword(context.sql, account))) return true;
  if (judged.verdict === 'right' && judged.sessionToken) {
    await deleteSessionByToken(context.sql, { token: judged.sessionToken });
  }
  await deleteChallenges(context.sql, { accountId: account.id });
  return false;
}

async function askForVerification(context: IdentityContext, caller: Caller, account: AccountRow) {
  // Its answer is ignored, because above the limit an earlier code is still valid.
  const network = clientNetwork(caller.ip);
  await mailCodeAlone(context, { purpose: 'verify', email: account.email, network, accountId: account.id });
  return { state: 'confirmSignUp' as const, cookies: [signUpProofCookie(context, account)] };
}

async function admit(
  context: IdentityContext,
  account: AccountRow,
  judged: { cookies: string[]; sessionToken: string | undefined },
) {
  if (!(await context.isAccountAdmitted(account.id))) {
    if (judged.sessionToken) await deleteSessionByToken(context.sql, { token: judged.sessionToken });
    return { state: 'denied' as const, cookies: [] };
  }
  if (account.hasTwoFactor) return { state: 'confirmSignIn' as const, cookies: judged.cookies };
  return { state: signedInState(account), cookies: judged.cookies };
}

export function signedInState(account: AccountRow): 'requireNewPassword' | 'signedIn' {
  return account.mustChangePassword ? 'requireNewPassword' : 'signedIn';
}

/** The state after a sign-in was recorded: whether the person is asked for its company before. */
export async function decideState<State extends SessionState>(
  context: IdentityContext,
  accountId: string,
  state: State,
  sessionId?: string,
): Promise<State | 'chooseCompany'> {
  if (state !== 'signedIn') return state;
  return (await context.isAccountUndecided(accountId, sessionId)) ? 'chooseCompany' : state;
}

/** The step after a second factor, for the account it was proven for. */
export async function stepAfterChallenge(
  context: IdentityContext,
  accountId: string,
  cookies: string[],
): Promise<Answer<SignInStep>> {
  const account = await findAccount(context.sql, { accountId });
  if (!account) return { ok: false, reason: 'stepOutOfTurn' };
  return { ok: true, state: signedInState(account), accountId, email: account.email, cookies };
}
