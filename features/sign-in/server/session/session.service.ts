import type { Uses } from '#server/portal/portal.ts';
import { toEmailKey } from '#contract/fields.ts';
import type {
  CurrentUser,
  IdentityToken,
  ResetPasswordForm,
  SessionStep,
  SignInForm,
  UpdatePasswordForm,
} from '#features/sign-in/contract/session-forms.ts';
import { canChangeAddress, getAccountReach } from '#server/access/account-reach.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Call } from '#server/lib/request/call.ts';
import { isInForce } from '#server/lib/request/suspension.ts';
import type { Caller, Identity, SessionState, SignedOn, SignInStep } from '#server/outside/identity/identity.ts';
import { unwrap } from './identity-problems.ts';
import { listChoices } from './company-choices.service.ts';
import { findOwnUser, getSurroundings, listMemberships } from './session.repository.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    /** Finds the sign-out page of the issuer that opened a session. */
    readonly findSignOutAddress: (signedOn: SignedOn) => Promise<string | undefined>;
  }
}

export function toCaller(call: Call): Caller {
  return { headers: call.headers, ip: call.clientAddress, requestId: call.requestId };
}

/** Adds the session's cookies to the response. */
export function setCookies(call: Call, cookies: readonly string[]): void {
  for (const cookie of cookies) call.responseHeaders.append('set-cookie', cookie);
}

type Step = { readonly state: SessionState } & Pick<Partial<SignInStep>, 'email' | 'codeFrom'> &
  Pick<SessionStep, 'key'>;

/** @throws Problem `session.denied` */
function toStep({ state, email, codeFrom, key }: Step): SessionStep {
  if (state === 'denied') throw new Problem('session.denied');
  return { state, ...(email !== undefined && { email }), ...(codeFrom && { codeFrom }), ...(key && { key }) };
}

function takeStep(call: Call, step: SignInStep): SessionStep {
  setCookies(call, step.cookies);
  return toStep(step);
}

/** The state of the session cookie. A pending new address is part of the current user and not of the session. */
export async function getSession(
  { database, identity }: Uses<'database' | 'identity'>,
  call: Call,
): Promise<SessionStep> {
  const view = await identity.getSession(toCaller(call));
  setCookies(call, view.cookies);
  if (view.state === 'denied') return { state: 'signedOut' };
  if (view.state === 'chooseCompany') return { state: view.state, companies: await listChoices(database, view) };
  return toStep({ state: view.state, ...(view.account && { email: view.account.email }), ...view.atPool });
}

export async function signIn(
  { identity }: Uses<'identity'>,
  call: Call,
  { email, password }: SignInForm,
): Promise<SessionStep> {
  return takeStep(call, unwrap(await identity.signIn(toCaller(call), { email: toEmailKey(email), password })));
}

export async function confirmSignIn(
  { identity }: Uses<'identity'>,
  call: Call,
  form: Parameters<Identity['confirmSignIn']>[1],
): Promise<SessionStep> {
  return takeStep(call, unwrap(await identity.confirmSignIn(toCaller(call), form), { method: form.method }));
}

export async function requestPasswordReset(
  { identity }: Uses<'identity'>,
  call: Call,
  address: string,
): Promise<SessionStep> {
  const email = toEmailKey(address);
  unwrap(await identity.sendResetCode(toCaller(call), { email }));
  return { state: 'forgotPassword', email };
}

export async function resetPassword(
  { identity }: Uses<'identity'>,
  call: Call,
  form: ResetPasswordForm,
): Promise<SessionStep> {
  const email = toEmailKey(form.email);
  unwrap(await identity.resetPassword(toCaller(call), { ...form, email }));
  return { state: 'signIn', email };
}

/** Replaces a temporary password. */
export async function replacePassword(
  { identity }: Uses<'identity'>,
  call: Call,
  password: string,
): Promise<SessionStep> {
  return takeStep(call, unwrap(await identity.setNewPassword(toCaller(call), { password })));
}

/** Changes the password of the caller, who stays signed in here alone, under another session id. */
export async function updatePassword(
  { identity }: Uses<'identity'>,
  call: Call,
  form: UpdatePasswordForm,
): Promise<SessionStep> {
  const { accountId, sessionId } = call.actor;
  const input = { ...form, accountId, sessionId: sessionId ?? undefined };
  const { cookies } = unwrap(await identity.updatePassword(toCaller(call), input), { chosen: 'newPassword' });
  setCookies(call, cookies);
  return { state: 'signedIn' };
}

/** Ends the session here first; the answer says where its issuer ends its own. */
export async function signOut(portal: Uses<'identity' | 'findSignOutAddress'>, call: Call): Promise<SessionStep> {
  const signedOn = await portal.identity.findSignOn(toCaller(call));
  const { cookies } = await portal.identity.signOut(toCaller(call));
  setCookies(call, cookies);
  return toSignedOut(portal, signedOn);
}

/** An issuer whose page is not found is left out: this session has ended all the same. */
async function toSignedOut(
  { findSignOutAddress }: Uses<'findSignOutAddress'>,
  signedOn: SignedOn | undefined,
): Promise<SessionStep> {
  const issuerSignOut = signedOn && (await findSignOutAddress(signedOn).catch(() => undefined));
  return { state: 'signedOut', ...(issuerSignOut !== undefined && { issuerSignOut }) };
}

export async function signOutEverywhere(
  portal: Uses<'identity' | 'findSignOutAddress'>,
  call: Call,
): Promise<SessionStep> {
  const signedOn = await portal.identity.findSignOn(toCaller(call));
  const { accountId, openedBy } = call.actor;
  await portal.identity.signOutEverywhere({ accountId, openedFor: openedBy.companyId });
  const { cookies } = await portal.identity.signOut(toCaller(call));
  setCookies(call, cookies);
  return toSignedOut(portal, signedOn);
}

/** @param options.withUser adds the current user, which saves the portal's first page a second call */
export async function createToken(
  portal: Uses<'database' | 'identity' | 'findActor' | 'clock'>,
  call: Call,
  { withUser }: { readonly withUser: boolean },
): Promise<IdentityToken> {
  const { token, expiresAt, cookies } = unwrap(await portal.identity.issueToken(toCaller(call)));
  setCookies(call, cookies);
  const answer = { token, expiresAt: expiresAt.toISOString() };
  const actor = withUser ? await portal.findActor(token, call.headers) : undefined;
  return actor ? { ...answer, user: await getCurrentUser(portal, actor) } : answer;
}

/** The signed-in user. While acting in another company the personal fields are still those of the own company. */
export async function getCurrentUser(
  { database, identity, clock }: Uses<'database' | 'identity' | 'clock'>,
  actor: Actor,
): Promise<CurrentUser> {
  const own = await database.inCompany.read(actor.homeCompanyId, (tx) => findOwnUser(tx, { userId: actor.userId }));
  const account = await identity.findAccount(actor.accountId);
  const [reach, memberships, surroundings] = await database.inSystem('memberships.find', (tx) =>
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
