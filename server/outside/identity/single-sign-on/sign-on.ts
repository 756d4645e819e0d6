import { isAPIError } from 'better-auth/api';
import { findAccount } from '../accounts/accounts.repository.ts';
import { recordSignIn, type IdentityContext } from '../context.ts';
import type { Answer, Caller, IssuerSessions, SignedOn, SignInStep } from '../identity.ts';
import { getSession } from '../sign-in/session.ts';
import { decideState } from '../sign-in/sign-in.ts';
import { deleteSessionByToken } from '../sign-in/sessions.repository.ts';
import { bindSession, deleteIssuerSessions, findSignOnOfSession } from './sign-on.repository.ts';

/**
 * Opens a session for a person whom an issuer has signed in. The cookie leaves only once the session is bound to the issuer
 * and its company.
 */
export async function signOn(
  context: IdentityContext,
  caller: Caller,
  { accountId, ...signedOn }: SignedOn & { accountId: string },
): Promise<Answer<SignInStep>> {
  const account = await findAccount(context.sql, { accountId });
  const opened = account && (await openSession(context, caller, accountId));
  if (!account || !opened) return { ok: false, reason: 'denied' };
  const { sessionId, sessionToken, cookies } = opened;
  await bindSession(context.sql, { ...signedOn, sessionId });
  const session = { companyId: signedOn.companyId, issuer: signedOn.issuer };
  if (!(await context.isAccountAdmitted(accountId, sessionId))) {
    await deleteSessionByToken(context.sql, { token: sessionToken });
    void recordSignIn(context, caller, { accountId, action: 'account.sign-in-failed', session });
    return { ok: false, reason: 'denied' };
  }
  await recordSignIn(context, caller, { accountId, action: 'account.sign-in', session });
  const state = await decideState(context, accountId, 'signedIn', sessionId);
  return { ok: true, state, accountId, email: account.email, cookies };
}

/** Undefined where the account was deleted. */
async function openSession(context: IdentityContext, caller: Caller, accountId: string) {
  try {
    const { headers, response } = await context.auth.api.openSession({
      body: { accountId },
      headers: caller.headers,
      returnHeaders: true,
    });
    return { ...response, cookies: headers.getSetCookie() };
  } catch (fault) {
    if (isAPIError(fault) && fault.body?.code === 'NO_ACCOUNT') return undefined;
    throw fault;
  }
}

/** How an issuer opened the session of these cookies; undefined for a password. */
export async function findSignOn(context: IdentityContext, caller: Caller): Promise<SignedOn | undefined> {
  const { sessionId } = await getSession(context, caller);
  return sessionId === undefined ? undefined : findSignOnOfSession(context.sql, { sessionId });
}

/** Ends the sessions that an issuer's sign-out names; their tokens are denied from the next call on. */
export async function endIssuerSessions(
  context: IdentityContext,
  caller: Caller,
  sessions: IssuerSessions,
): Promise<void> {
  const ended = await deleteIssuerSessions(context.sql, sessions);
  const session = { companyId: sessions.companyId, issuer: sessions.issuer };
  for (const accountId of new Set(ended.map((each) => each.accountId))) {
    void recordSignIn(context, caller, { accountId, action: 'account.sign-out', session });
  }
}
