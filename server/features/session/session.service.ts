import { toEmailKey } from '#contract/fields.ts';
import type {
  CurrentUser,
  IdentityToken,
  ResetPasswordForm,
  SessionStep,
  SignInForm,
  UpdatePasswordForm,
} from '#contract/session/session-forms.ts';
import { canChangeAddress, getAccountReach } from '../../access/account-reach.ts';
import type { Database } from '../../database/open-database.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { isInForce } from '../../lib/request/suspension.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Caller, Identity, SessionState, SignedOn, SignInStep } from '../../outside/identity/identity.ts';
import { unwrap } from './identity-problems.ts';
import { findOwnUser, getSurroundings, listMemberships } from './session.repository.ts';

export interface SessionDependencies {
  readonly database: Database;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly signUp: 'open' | 'approval' | 'closed';
  /** Finds the sign-out page of the issuer that opened a session. */
  readonly findSignOutAddress: (signedOn: SignedOn) => Promise<string | undefined>;
  /** The actor of a token in the company that the headers name; undefined where it has no access. */
  readonly findActor: (token: string, headers: Headers) => Promise<Actor | undefined>;
}

export function toCaller(context: RequestContext): Caller {
  return { headers: context.headers, ip: context.clientAddress, requestId: context.requestId };
}

/** Adds the session's cookies to the response. */
export function setCookies(context: RequestContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.responseHeaders.append('set-cookie', cookie);
}

type Step = { readonly state: SessionState } & Pick<Partial<SignInStep>, 'email' | 'codeFrom'> &
  Pick<SessionStep, 'key'>;

/** @throws Problem `session.denied` */
function toStep({ state, email, codeFrom, key }: Step): SessionStep {
  if (state === 'denied') throw new Problem('session.denied');
  return { state, ...(email !== undefined && { email }), ...(codeFrom && { codeFrom }), ...(key && { key }) };
}

function takeStep(context: RequestContext, step: SignInStep): SessionStep {
  setCookies(context, step.cookies);
  return toStep(step);
}

/** The state of the session cookie. A pending new address is part of the current user and not of the session. */
export async function getSession({ identity }: SessionDependencies, context: RequestContext): Promise<SessionStep> {
  const view = await identity.getSession(toCaller(context));
  setCookies(context, view.cookies);
  if (view.state === 'denied') return { state: 'signedOut' };
  return toStep({ state: view.state, ...(view.account && { email: view.account.email }), ...view.atPool });
}

export async function signIn(
  { identity }: SessionDependencies,
  context: RequestContext,
  { email, password }: SignInForm,
): Promise<SessionStep> {
  return takeStep(context, unwrap(await identity.signIn(toCaller(context), { email: toEmailKey(email), password })));
}

export async function confirmSignIn(
  { identity }: SessionDependencies,
  context: RequestContext,
  form: Parameters<Identity['confirmSignIn']>[1],
): Promise<SessionStep> {
  return takeStep(context, unwrap(await identity.confirmSignIn(toCaller(context), form), { method: form.method }));
}

export async function requestPasswordReset(
  { identity }: SessionDependencies,
  context: RequestContext,
  address: string,
): Promise<SessionStep> {
  const email = toEmailKey(address);
  unwrap(await identity.sendResetCode(toCaller(context), { email }));
  return { state: 'forgotPassword', email };
}

export async function resetPassword(
  { identity }: SessionDependencies,
  context: RequestContext,
  form: ResetPasswordForm,
): Promise<SessionStep> {
  const email = toEmailKey(form.email);
  unwrap(await identity.resetPassword(toCaller(context), { ...form, email }));
  return { state: 'signIn', email };
}

/** Replaces a temporary password. */
export async function replacePassword(
  { identity }: SessionDependencies,
  context: RequestContext,
  password: string,
): Promise<SessionStep> {
  return takeStep(context, unwrap(await identity.setNewPassword(toCaller(context), { password })));
}

/** Changes the password of the caller, who stays signed in here alone, under another session id. */
export async function updatePassword(
  { identity }: SessionDependencies,
  context: RequestContext,
  form: UpdatePasswordForm,
): Promise<SessionStep> {
  const { accountId, sessionId } = getActor(context);
  const input = { ...form, accountId, sessionId: sessionId ?? undefined };
  const { cookies } = unwrap(await identity.updatePassword(toCaller(context), input), { chosen: 'newPassword' });
  setCookies(context, cookies);
  return { state: 'signedIn' };
}

/** Ends the session here first; the answer says where its issuer ends its own. */
export async function signOut(dependencies: SessionDependencies, context: RequestContext): Promise<SessionStep> {
  const signedOn = await dependencies.identity.findSignOn(toCaller(context));
  const { cookies } = await dependencies.identity.signOut(toCaller(context));
  setCookies(context, cookies);
  return toSignedOut(dependencies, signedOn);
}

/** An issuer whose page is not found is left out: this session has ended all the same. */
async function toSignedOut(
  { findSignOutAddress }: SessionDependencies,
  signedOn: SignedOn | undefined,
): Promise<SessionStep> {
  const issuerSignOut = signedOn && (await findSignOutAddress(signedOn).catch(() => undefined));
  return { state: 'signedOut', ...(issuerSignOut !== undefined && { issuerSignOut }) };
}

export async function signOutEverywhere(
  dependencies: SessionDependencies,
  context: RequestContext,
): Promise<SessionStep> {
  const signedOn = await dependencies.identity.findSignOn(toCaller(context));
  const { accountId, openedBy } = getActor(context);
  await dependencies.identity.signOutEverywhere({ accountId, openedFor: openedBy.companyId });
  const { cookies } = await dependencies.identity.signOut(toCaller(context));
  setCookies(context, cookies);
  return toSignedOut(dependencies, signedOn);
}

/** @param options.withUser adds the current user, which saves the portal's first page a second call */
export async function createToken(
  dependencies: SessionDependencies,
  context: RequestContext,
  { withUser }: { readonly withUser: boolean },
): Promise<IdentityToken> {
  const { token, expiresAt, cookies } = unwrap(await dependencies.identity.issueToken(toCaller(context)));
  setCookies(context, cookies);
  const answer = { token, expiresAt: expiresAt.toISOString() };
  const actor = withUser ? await dependencies.findActor(token, context.headers) : undefined;
  return actor ? { ...answer, user: await getCurrentUser(dependencies, actor) } : answer;
}

/** The signed-in user. While acting in another company the personal fields are still those of the own company. */
export async function getCurrentUser(
  { database, identity, clock }: SessionDependencies,
  actor: Actor,
): Promise<CurrentUser> {
  const own = await database.readCompany(actor.homeCompanyId, (tx) => findOwnUser(tx, { userId: actor.userId }));
  const account = await identity.findAccount(actor.accountId);
  const [reach, memberships, surroundings] = await database.withSystem('memberships.find', (tx) =>
    Promise.all([
      getAccountReach(tx, actor),
      listMemberships(tx, { accountId: actor.accountId, sessionId: actor.sessionId }),
      getSurroundings(tx, { companyId: actor.companyId, accountId: actor.accountId, sessionId: actor.sessionId }),
    ]),
  );
  if (!own) throw new Problem('session.required', { detail: 'the user is deleted' });
  const {
    userId: id,
    accountId,
    companyId,
    companyName,
    roles,
    capabilities,
    timeZone,
    actsFrom: homeCompanyName,
    suspension,
  } = actor;
  return {
    ...own,
    id,
    accountId,
    companyId,
    companyName,
    ...surroundings,
    roles: [...roles],
    capabilities: [...capabilities],
    timeZone,
    suspension: suspension && {
      from: suspension.from.toISOString(),
      reason: suspension.reason,
      isInForce: isInForce(suspension, clock.now()),
    },
    homeCompanyName,
    hasTwoFactor: (account?.hasTwoFactor ?? false) && !reach.isOfOneCompany,
    pendingEmail: canChangeAddress(reach) ? (account?.pendingEmail ?? null) : null,
    companies: memberships
      .filter(({ status }) => status !== 'pending')
      .map((company) => ({ id: company.id, name: company.name })),
  };
}
