import { isAPIError } from 'better-auth/api';
import { shortenAddress } from '../../../lib/network/shorten-address.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { findAccount, type AccountRow } from '../accounts/accounts.repository.ts';
import { byPassword, recordSignIn, type IdentityContext } from '../context.ts';
import type { OpenedBy } from '../../../lib/request/actor.ts';
import type { Account, Answer, Caller, IdentityToken, SessionView } from '../identity.ts';
import { findSignOnOfSession } from '../single-sign-on/sign-on.repository.ts';
import { recordSessionUse } from './session-list.repository.ts';
import { decideState, signedInState } from './sign-in.ts';

const tokenLifeSeconds = 300;
/** Lifetime of a session, however often it is used. */
const maxSessionMs = 30 * 24 * 60 * 60_000;

export function toAccount(row: AccountRow): Account {
  const { id, email, name, hasTwoFactor, pendingEmail } = row;
  return { id, email, name, hasTwoFactor, pendingEmail };
}

/** The account of the sign-in that waits for its second factor, by its cookie. */
export async function findChallengedAccount(context: IdentityContext, caller: Caller): Promise<AccountRow | undefined> {
  const { accountId } = await context.auth.api.findChallenge({ headers: caller.headers });
  return accountId === undefined ? undefined : findAccount(context.sql, { accountId });
}

/** The state of the session of these cookies, read from the database. */
export async function getSession(context: IdentityContext, caller: Caller): Promise<SessionView> {
  const { headers, response } = await readSession(context, caller);
  // Both by the system's clock, by which better-auth writes and expires sessions.
  const isOver = response && Date.now() - response.session.createdAt.getTime() > maxSessionMs;
  const row = response && !isOver && (await findAccount(context.sql, { accountId: response.user.id }));
  if (!response || !row) {
    const challenged = await findChallengedAccount(context, caller);
    if (!challenged) return { state: 'signedOut', cookies: [] };
    return { state: 'confirmSignIn', account: toAccount(challenged), cookies: [] };
  }
  const sessionId = response.session.id;
  const isAdmitted = await context.isAccountAdmitted(row.id, sessionId);
  return {
    state: isAdmitted ? await toSignedInState(context, row, sessionId) : 'denied',
    account: toAccount(row),
    sessionId,
    cookies: headers.getSetCookie(),
  };
}

/** better-auth keeps the cause of a failed statement to itself, so that a lost connection is known by this code alone. */
async function readSession({ auth }: IdentityContext, { headers }: Caller) {
  try {
    return await auth.api.getSession({ headers, returnHeaders: true });
  } catch (fault) {
    if (!isAPIError(fault) || fault.statusCode !== 500) throw fault;
    throw new Problem('service.unavailable', { detail: 'the session could not be read', retryAfterSeconds: 2 });
  }
}

/** A temporary password does not matter to a session that an issuer opened. */
async function toSignedInState(context: IdentityContext, row: AccountRow, sessionId: string) {
  const isSignedIn =
    signedInState(row) === 'signedIn' || (await findSignOnOfSession(context.sql, { sessionId })) !== undefined;
  return decideState(context, row.id, isSignedIn ? 'signedIn' : 'requireNewPassword', sessionId);
}

export async function issueToken(
  context: IdentityContext,
  caller: Caller,
): Promise<Answer<IdentityToken & { cookies: string[] }>> {
  const session = await getSession(context, caller);
  if (session.state === 'signedOut') return { ok: false, reason: 'signedOut' };
  if (session.state === 'denied') return { ok: false, reason: 'denied' };
  if (session.state !== 'signedIn' || !session.account || !session.sessionId) {
    return { ok: false, reason: 'stepOutOfTurn' };
  }
  const now = context.clock.now();
  // A token lasts five minutes, so that this is the use of the session to five minutes.
  await recordSessionUse(context.sql, { id: session.sessionId, now, network: shortenAddress(caller.ip) });
  const iat = Math.floor(now.getTime() / 1000);
  const exp = iat + tokenLifeSeconds;
  const { token } = await context.auth.api.signIdentityToken({
    body: { sub: session.account.id, sid: session.sessionId, iat, exp },
  });
  return { ok: true, token, expiresAt: new Date(exp * 1000), cookies: session.cookies };
}

async function findOpenedBy(context: IdentityContext, sessionId: string): Promise<OpenedBy> {
  const signedOn = await findSignOnOfSession(context.sql, { sessionId });
  return signedOn ? { companyId: signedOn.companyId, issuer: signedOn.issuer } : byPassword;
}

/** Ends the session, and a sign-in that still waits for its second factor. */
export async function signOut(context: IdentityContext, caller: Caller): Promise<{ cookies: string[] }> {
  const request = { headers: caller.headers, returnHeaders: true } as const;
  const { account, sessionId } = await getSession(context, caller);
  const session = sessionId === undefined ? undefined : await findOpenedBy(context, sessionId);
  const dropped = await context.auth.api.dropChallenge(request);
  const ended = await context.auth.api.signOut(request);
  // A sign-in that waits for its second factor has no session, and has not signed in anywhere.
  if (account && session)
    void recordSignIn(context, caller, { accountId: account.id, action: 'account.sign-out', session });
  return { cookies: [...dropped.headers.getSetCookie(), ...ended.headers.getSetCookie()] };
}
