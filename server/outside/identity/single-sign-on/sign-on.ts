import { findAccount } from '../accounts/accounts.repository.ts';
import { recordSignIn, type IdentityContext } from '../context.ts';
import type { Answer, Caller, IssuerSessions, SignedOn, SignInStep } from '../identity.ts';
import { getSession } from '../sign-in/session.ts';
import { replaceFormer, takeSteps } from '../sign-in/steps.ts';
import { deleteIssuerSessions, findSignOnOfSession } from './sign-on.repository.ts';

/** Signs a person in whom an issuer, or a user pool, has signed in. */
export async function signInForIssuer(
  context: IdentityContext,
  caller: Caller,
  { accountId, ...signedOn }: SignedOn & { accountId: string },
): Promise<Answer<SignInStep>> {
  const account = await findAccount(context.sql, { accountId });
  if (!account) return { ok: false, reason: 'denied' };
  return (await takeSteps(context, 'issuer', { caller, account, signedOn })).value;
}

/** `signInForIssuer` at the end of a single sign-on. */
export async function signOn(
  context: IdentityContext,
  caller: Caller,
  signedOn: SignedOn & { accountId: string },
): Promise<Answer<SignInStep>> {
  return replaceFormer(context, caller, await signInForIssuer(context, caller, signedOn));
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
