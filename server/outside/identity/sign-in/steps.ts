import type { OpenedBy } from '../../../lib/request/actor.ts';
import { clientNetwork } from '../../../lib/network/client-network.ts';
import { hasTwoFactorNow, type AccountRow } from '../accounts/accounts.repository.ts';
import { signUpProofCookie } from '../accounts/sign-up-proof.ts';
import { byPassword, recordSignIn, type IdentityContext } from '../context.ts';
import type { Answer, Caller, FailureReason, SessionState, SignedOn, SignInStep } from '../identity.ts';
import type { Judged } from '../limits/guard.ts';
import { mailCodeAlone } from './mailed-codes.ts';
import { endChallenge, endSession, openChallenge, openIssuerSession, openSession } from './open-session.ts';
import { deleteSession } from './session-list.repository.ts';

/** A sign-in between its steps. */
export interface SignIn {
  readonly caller: Caller;
  /** The account as it was when the person was proven. */
  readonly account: AccountRow;
  /** Who signed the person in, for one whom an issuer did. */
  readonly signedOn?: SignedOn;
  /** Set by the step that opens it. */
  readonly sessionId?: string;
  /** Cookies of the steps so far. */
  readonly cookies?: readonly string[];
}

/** `isPassed`: whether the credentials were right, so that it is no guess. */
export type SignInOutcome = Judged<Answer<SignInStep>>;

/** Ends the sign-in, or answers it as it goes on. */
type Step = (context: IdentityContext, signIn: SignIn) => Promise<SignInOutcome | SignIn>;

/** The steps behind each proof of a person, in their order. The last one ends every sign-in. */
const steps = {
  password: [verifyAddress, denyExpired, denyClosed, admitAccount, askSecondFactor, openOwn, enter],
  secondFactor: [endWait, openConfirmed, reportBreakGlass, enter],
  issuer: [openForIssuer, admitSession, enter],
} as const satisfies Record<string, readonly Step[]>;

export async function takeSteps(
  context: IdentityContext,
  proof: keyof typeof steps,
  signIn: SignIn,
): Promise<SignInOutcome> {
  let reached = signIn;
  for (const step of steps[proof]) {
    const next = await step(context, reached);
    if ('isPassed' in next) return next;
    reached = next;
  }
  throw new Error('The steps of a sign-in have no end.');
}

function denied(reason: FailureReason, isPassed = true): SignInOutcome {
  return { isPassed, value: { ok: false, reason } };
}

function reach(
  { account: { id, email } }: SignIn,
  state: SignInStep['state'],
  cookies: readonly string[] = [],
): SignInOutcome {
  return { isPassed: true, value: { ok: true, state, accountId: id, email, cookies: [...cookies] } };
}

/** Mails a code where the address is not proven yet. */
async function verifyAddress(context: IdentityContext, signIn: SignIn) {
  const { account, caller } = signIn;
  if (account.isVerified) return signIn;
  const network = clientNetwork(caller.ip);
  // Its answer is ignored, because above the limit an earlier code is still valid.
  await mailCodeAlone(context, { purpose: 'verify', email: account.email, network, accountId: account.id });
  return reach(signIn, 'confirmSignUp', [signUpProofCookie(context, account)]);
}

async function denyExpired({ clock }: IdentityContext, signIn: SignIn) {
  const { mustChangePassword, temporaryUntil } = signIn.account;
  const isExpired = mustChangePassword && temporaryUntil !== null && temporaryUntil <= clock.now();
  return isExpired ? denied('passwordExpired') : signIn;
}

/** Every company of the account demands single sign-on. */
async function denyClosed(context: IdentityContext, signIn: SignIn) {
  return (await context.isPasswordClosed(signIn.account.id)) ? denied('singleSignOnRequired') : signIn;
}

async function admitAccount(context: IdentityContext, signIn: SignIn) {
  return (await context.isAccountAdmitted(signIn.account.id)) ? signIn : reach(signIn, 'denied');
}

async function askSecondFactor(context: IdentityContext, signIn: SignIn) {
  if (!signIn.account.hasTwoFactor) return signIn;
  const cookies = await openChallenge(context, signIn.account);
  return cookies ? reach(signIn, 'confirmSignIn', cookies) : denied('wrongCredentials', false);
}

/** Opens a session while the password is the one that was judged, and no second factor was turned on beside it. */
async function openOwn(context: IdentityContext, signIn: SignIn) {
  const isOutdated = await hasTwoFactorNow(context.sql, signIn.account.id);
  return (!isOutdated && (await openFor(context, signIn))) || denied('wrongCredentials', false);
}

/** Ends the wait for the second factor; of two calls with right codes the second one ends here. */
async function endWait(context: IdentityContext, signIn: SignIn) {
  const { accountId, cookies } = await endChallenge(context, signIn.caller);
  return accountId === signIn.account.id ? { ...signIn, cookies } : denied('stepOutOfTurn');
}

async function openConfirmed(context: IdentityContext, signIn: SignIn) {
  return (await openFor(context, signIn)) ?? denied('stepOutOfTurn');
}

async function openForIssuer(context: IdentityContext, signIn: SignIn) {
  return (await openFor(context, signIn)) ?? denied('denied');
}

async function openFor(context: IdentityContext, signIn: SignIn): Promise<SignIn | undefined> {
  const { caller, account, signedOn, cookies = [] } = signIn;
  const opened = signedOn
    ? await openIssuerSession(context, caller, { ...signedOn, accountId: account.id })
    : await openSession(context, caller, account);
  return opened && { ...signIn, sessionId: opened.sessionId, cookies: [...opened.cookies, ...cookies] };
}

/** Whether the session of an issuer opens a company, which is known once it is stored. */
async function admitSession(context: IdentityContext, signIn: SignIn) {
  const { caller, account, sessionId: id = '' } = signIn;
  const accountId = account.id;
  if (await context.isAccountAdmitted(accountId, id)) return signIn;
  await deleteSession(context.sql, { accountId, openedFor: null, id });
  void recordSignIn(context, caller, { accountId, action: 'account.sign-in-failed', session: openerOf(signIn) });
  return denied('denied');
}

/** A password in a company that demands single sign-on: audited, and its SuperAdmins are mailed, or the sign-in fails. */
async function reportBreakGlass(context: IdentityContext, signIn: SignIn) {
  const { caller, account } = signIn;
  const watchers = await context.listBreakGlassWatchers(account.id);
  if (watchers.length === 0) return signIn;
  await context.inTransaction(async (tx) => {
    const change = { accountId: account.id, action: 'account.break-glass' as const, session: byPassword };
    const { requestId, ip: address } = caller;
    await context.recordChange(tx, { ...change, requestId, address, now: context.clock.now() });
    for (const watcher of watchers) await context.mail.sendSecurityMail(tx, { kind: 'break-glass', ...watcher });
  });
  return signIn;
}

/** Records the sign-in, and says what the person is asked for next: a new password, a company, or nothing. */
async function enter(context: IdentityContext, signIn: SignIn) {
  const { caller, account, signedOn, sessionId, cookies } = signIn;
  const session = openerOf(signIn);
  await recordSignIn(context, caller, { accountId: account.id, action: 'account.sign-in', session });
  // A temporary password does not matter to a session that an issuer opened.
  const state = signedOn ? 'signedIn' : signedInState(account);
  return reach(signIn, await decideState(context, account.id, state, signedOn && sessionId), cookies);
}

const openerOf = ({ signedOn }: SignIn): OpenedBy =>
  signedOn ? { companyId: signedOn.companyId, issuer: signedOn.issuer } : byPassword;

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

/** States in which the cookies of the answer name a session, or a user pool asks for a password. */
const replacing: ReadonlySet<string> = new Set(['signedIn', 'requireNewPassword', 'chooseCompany']);

/**
 * Ends what the browser had before the answer: its former session, which no cookie names any more, and a sign-in at a
 * user pool that has no step left.
 */
export async function replaceFormer(
  context: IdentityContext,
  caller: Caller,
  answer: Answer<SignInStep>,
): Promise<Answer<SignInStep>> {
  if (!answer.ok) return answer;
  if (replacing.has(answer.state)) await endSession(context, caller);
  const { poolFlow } = context;
  const isOver = answer.accountId !== undefined && poolFlow?.read(caller.headers) !== undefined;
  return isOver ? { ...answer, cookies: [...answer.cookies, poolFlow.end()] } : answer;
}
