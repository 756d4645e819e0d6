import { shortenAddress } from '../../../lib/network/shorten-address.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { findAccount, type AccountRow } from '../accounts/accounts.repository.ts';
import { byPassword, recordSignIn, type IdentityContext } from '../context.ts';
import type { OpenedBy } from '../../../lib/request/actor.ts';
import type { Account, Answer, Caller, IdentityToken, SessionView } from '../identity.ts';
import { findSignOnOfSession } from '../single-sign-on/sign-on.repository.ts';
import { continueSession, endChallenge, endSession, findChallengedId } from './open-session.ts';
import { recordSessionUse } from './session-list.repository.ts';
import { decideState, signedInState } from './steps.ts';

const tokenLifeSeconds = 300;

export function toAccount(row: AccountRow): Account {
  const { id, email, name, hasTwoFactor, pendingEmail } = row;
  return { id, email, name, hasTwoFactor, pendingEmail };
}

/** The account of the sign-in that waits for its second factor, by its cookie. */
export async function findChallengedAccount(context: IdentityContext, caller: Caller): Promise<AccountRow | undefined> {
  const accountId = await findChallengedId(context, caller);
  return accountId === undefined ? undefined : findAccount(context.sql, { accountId });
}

/** The state of the session of these cookies, read from the database. */
export async function getSession(context: IdentityContext, caller: Caller): Promise<SessionView> {
  const session = await readSession(context, caller);
  const row = session && (await findAccount(context.sql, { accountId: session.accountId }));
  if (!session || !row) {
    const challenged = await findChallengedAccount(context, caller);
    if (!challenged) return { state: 'signedOut', cookies: [] };
    return { state: 'confirmSignIn', account: toAccount(challenged), cookies: [] };
  }
  const { id: sessionId, cookies } = session;
  const isAdmitted = await context.isAccountAdmitted(row.id, sessionId);
  const state = isAdmitted ? await toSignedInState(context, row, sessionId) : 'denied';
  return { state, account: toAccount(row), sessionId, cookies };
}

/** A session that cannot be read is an outage, whatever the cause: it must not look like one that has ended. */
async function readSession(context: IdentityContext, caller: Caller) {
  try {
    return await continueSession(context, caller);
  } catch (cause) {
    throw new Problem('service.unavailable', { detail: 'the session could not be read', retryAfterSeconds: 2, cause });
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
  const token = await context.keys.sign({ sub: session.account.id, sid: session.sessionId, iat, exp });
  return { ok: true, token, expiresAt: new Date(exp * 1000), cookies: session.cookies };
}

async function findOpenedBy(context: IdentityContext, sessionId: string): Promise<OpenedBy> {
  const signedOn = await findSignOnOfSession(context.sql, { sessionId });
  return signedOn ? { companyId: signedOn.companyId, issuer: signedOn.issuer } : byPassword;
}

/** Ends the session, and a sign-in that still waits for its second factor. */
export async function signOut(context: IdentityContext, caller: Caller): Promise<{ cookies: string[] }> {
  const { account, sessionId } = await getSession(context, caller);
  const session = sessionId === undefined ? undefined : await findOpenedBy(context, sessionId);
  const challenge = await endChallenge(context, caller);
  await endSession(context, caller);
  // A sign-in that waits for its second factor has no session, and has not signed in anywhere.
  if (account && session)
    void recordSignIn(context, caller, { accountId: account.id, action: 'account.sign-out', session });
  return { cookies: [...challenge.cookies, context.cookies.session.end()] };
}
