import { toEmailKey } from '#contract/fields.ts';
import type { CurrentUser, IdentityToken, SessionStep } from '#contract/session/session-forms.ts';
import type { Database } from '../../database/open-database.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Caller, Identity, SessionState, SignInStep } from '../../outside/identity/identity.ts';
import { unwrap } from './identity-problems.ts';
import { findOwnUser, listMemberships } from './session.repository.ts';

export interface SessionDependencies {
  readonly database: Database;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly signUp: 'open' | 'approval' | 'closed';
  /** Who calls with this token, in the company that the headers name; undefined for nobody there. */
  readonly findActor: (token: string, headers: Headers) => Promise<Actor | undefined>;
}

export function toCaller(context: RequestContext): Caller {
  return { headers: context.headers, ip: context.clientAddress, requestId: context.requestId };
}

/** Passes the session's cookies on with the answer. */
export function setCookies(context: RequestContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.responseHeaders.append('set-cookie', cookie);
}

/** A company that is not admitted is told so; every other state is a screen. */
export function toStep(state: SessionState, email: string | undefined): SessionStep {
  if (state === 'denied') throw new Problem('session.denied');
  return email === undefined ? { state } : { state, email };
}

/** Where the holder of the cookie stands. A pending new address is no state of the session: the current user carries it. */
export async function readSession({ identity }: SessionDependencies, context: RequestContext): Promise<SessionStep> {
  const view = await identity.session(toCaller(context));
  setCookies(context, view.cookies);
  if (view.state === 'denied') return { state: 'signedOut' };
  return toStep(view.state, view.account?.email);
}

export async function signIn(
  { identity }: SessionDependencies,
  context: RequestContext,
  form: { email: string; password: string },
): Promise<SessionStep> {
  const email = toEmailKey(form.email);
  return takeStep(context, unwrap(await identity.signIn(toCaller(context), { email, password: form.password })));
}

export function takeStep(context: RequestContext, step: SignInStep): SessionStep {
  setCookies(context, step.cookies);
  return toStep(step.state, step.email);
}

/** `withUser` saves the portal's first page a call, which would have to wait for the token. */
export async function issueToken(
  dependencies: SessionDependencies,
  context: RequestContext,
  { withUser }: { readonly withUser: boolean },
): Promise<IdentityToken> {
  const { token, expiresAt, cookies } = unwrap(await dependencies.identity.issueToken(toCaller(context)));
  setCookies(context, cookies);
  const answer = { token, expiresAt: expiresAt.toISOString() };
  const actor = withUser ? await dependencies.findActor(token, context.headers) : undefined;
  return actor ? { ...answer, user: await readCurrentUser(dependencies, actor) } : answer;
}

/** The signed-in user with what the shell needs; own data stays that of the own company while acting elsewhere. */
export async function readCurrentUser({ database, identity }: SessionDependencies, actor: Actor): Promise<CurrentUser> {
  const own = await database.withCompany(actor.homeCompanyId, (tx) => findOwnUser(tx, actor.userId));
  const account = await identity.findAccount(actor.accountId);
  const memberships = await database.withSystem('memberships.find', (tx) => listMemberships(tx, actor.accountId));
  if (!own) throw new Problem('session.required', { detail: 'the user is gone' });
  const { userId: id, accountId, companyId, companyName, roles, timeZone, isProvider } = actor;
  return {
    ...own,
    id,
    accountId,
    companyId,
    companyName,
    roles: [...roles],
    timeZone,
    isProvider,
    hasTwoFactor: account?.hasTwoFactor ?? false,
    pendingEmail: account?.pendingEmail ?? null,
    companies: memberships
      .filter(({ status }) => status !== 'pending')
      .map((company) => ({ id: company.id, name: company.name })),
  };
}
