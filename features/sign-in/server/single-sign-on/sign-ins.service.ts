import type { Uses } from '#server/portal/portal.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { SessionStep } from '#features/sign-in/contract/session-forms.ts';
import type { SignInAnswer } from '#features/sign-in/contract/single-sign-on.ts';
import type * as z from 'zod';
import { findExternalAccount } from '#server/access/external-identities.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Call } from '#server/lib/request/call.ts';
import type { Caller, SignedOn } from '#server/outside/identity/identity.ts';
import type {
  IssuerFailed,
  SignInClaims,
  SignInFlow,
  SignInIssuer,
} from '#server/outside/identity/single-sign-on/single-sign-on.ts';
import { recordAudit } from '#server/records/audit.ts';
import { samlProblems } from './saml-answers.service.ts';
import { recordOutcome } from './sign-in-outcomes.service.ts';
import * as repository from './sign-ins.repository.ts';
import { toIssuer, withoutSecret } from './stored-provider.ts';

const toCaller = ({ headers, clientAddress, requestId }: Call): Caller => ({
  headers,
  ip: clientAddress,
  requestId,
});

const toDomain = (email: string) => email.slice(email.lastIndexOf('@') + 1);

const issuerProblems: Record<IssuerFailed['step'], ProblemCode> = {
  unreachable: 'session.issuer-unreachable',
  refused: 'session.issuer-refused',
  unsound: 'session.sign-on-unsound',
};

/** Turns a failure of the issuer into its problem, by name, because features know the adapters by type alone. */
async function askIssuer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'IssuerFailed') throw cause;
    const { step } = cause as IssuerFailed;
    const reason = cause.cause instanceof Error ? cause.cause.message : '';
    throw new Problem(issuerProblems[step], { detail: `the issuer is ${step}: ${reason}`, cause });
  }
}

/**
 * The address of the issuer for an e-mail address, by its domain alone, so that it reveals nothing about accounts.
 * @throws Problem `session.no-single-sign-on`, `session.issuer-unreachable`
 */
export async function startSignIn(
  { database, singleSignOn, secretBox }: Uses<'database' | 'singleSignOn' | 'secretBox'>,
  call: Call,
  address: string,
): Promise<{ address: string }> {
  const email = toEmailKey(address);
  const provider = await database.inSystem('session.single-sign-on', (tx) =>
    repository.findProviderByDomain(tx, { domain: toDomain(email) }),
  );
  const issuer = provider ? toIssuer(provider, secretBox) : singleSignOn.portalIssuer;
  if (!issuer) throw new Problem('session.no-single-sign-on');
  const started = await askIssuer(() => singleSignOn.start(issuer, email));
  for (const cookie of started.cookies) call.responseHeaders.append('set-cookie', cookie);
  return { address: started.address };
}

/** The user pool that signs in an address, by its domain alone. */
export async function findPoolByEmail({ database, secretBox }: Uses<'database' | 'secretBox'>, email: string) {
  const provider = await database.inSystem('session.single-sign-on', (tx) =>
    repository.findProviderByDomain(tx, { domain: toDomain(email) }),
  );
  return provider?.kind === 'cognito' ? toIssuer(provider, secretBox) : undefined;
}

export async function findPoolOfCompany({ database, secretBox }: Uses<'database' | 'secretBox'>, companyId: string) {
  const provider = await database.inCompany.read(companyId, repository.findProvider);
  return provider?.kind === 'cognito' ? toIssuer(provider, secretBox) : undefined;
}

/** Signs in with the issuer's answer, once, in the browser that began. */
export async function finishSignIn(
  portal: Uses<'database' | 'identity' | 'singleSignOn' | 'secretBox' | 'clock'>,
  call: Call,
  answer: z.infer<typeof SignInAnswer>,
): Promise<SessionStep> {
  const { identity, singleSignOn } = portal;
  const flow = singleSignOn.readFlow(call.headers);
  call.responseHeaders.append('set-cookie', singleSignOn.endFlow());
  const denied = samlProblems.find((code) => code === answer.error);
  if (denied) throw new Problem(denied);
  if (!flow || flow.state !== answer.state) throw new Problem('session.step-out-of-turn');
  const issuer = await findIssuer(portal, flow);
  if (!issuer || !(await identity.spendOnce(`state ${flow.state}`))) throw new Problem('session.step-out-of-turn');
  const { company = null, ...given } = answer;
  const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return recordOutcome(portal, issuer, async (note) => {
    const claims = await askIssuer(() => singleSignOn.finish(issuer, flow, { company, query }));
    note(claims);
    const accountId = await findAccount(portal, issuer, claims, call.requestId);
    const signedOn = await identity.signOn(toCaller(call), {
      accountId,
      companyId: issuer.companyId,
      issuer: claims.issuer,
      subject: claims.subject,
      issuerSession: claims.session,
      sealedToken: claims.sealedToken,
    });
    if (!signedOn.ok) throw new Problem('session.denied');
    for (const cookie of signedOn.cookies) call.responseHeaders.append('set-cookie', cookie);
    return { state: signedOn.state === 'denied' ? 'signedOut' : signedOn.state, email: signedOn.email };
  });
}

/** The issuer that a sign-in began with; undefined where it was changed or deleted meanwhile. */
async function findIssuer(
  { database, singleSignOn, secretBox }: Uses<'database' | 'singleSignOn' | 'secretBox'>,
  { companyId, issuer, clientId }: Pick<SignInFlow, 'companyId' | 'issuer' | 'clientId'>,
): Promise<SignInIssuer | undefined> {
  const provider = companyId === null ? undefined : await database.inCompany.read(companyId, repository.findProvider);
  const found = provider ? toIssuer(provider, secretBox) : companyId === null ? singleSignOn.portalIssuer : undefined;
  return found?.issuer === issuer && found.clientId === clientId ? found : undefined;
}

/**
 * The account of a verified answer. A subject that is new to the company is linked by its address: a verified one, of a
 * domain that belongs to the company. Users are never created here.
 */
export async function findAccount(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId }: SignInIssuer,
  { issuer, subject, email, isEmailVerified }: SignInClaims,
  requestId: string,
): Promise<string> {
  const now = clock.now();
  if (companyId === null) {
    const verifiedEmail = isEmailVerified ? email : undefined;
    const accountId = await findExternalAccount(database.actors, { issuer, subject, verifiedEmail }, now);
    if (accountId !== undefined) return accountId;
    throw new Problem(verifiedEmail === undefined ? 'session.email-unverified' : 'session.no-user');
  }
  const holder =
    email === undefined
      ? undefined
      : await database.inSystem('session.single-sign-on', (tx) => repository.findHolder(tx, { email }));
  return database.inCompany(companyId, async (tx) => {
    const linked = await repository.findLinkedAccount(tx, { issuer, subject });
    if (linked) return linked.accountId;
    if (email === undefined || !isEmailVerified) throw new Problem('session.email-unverified');
    const { isOwn } = await repository.isOwnDomain(tx, { domain: toDomain(email) });
    if (!isOwn) throw new Problem('session.foreign-domain');
    const found = await repository.linkUser(tx, { issuer, subject, email, holderId: holder?.id ?? null, now });
    if (!found) throw new Problem('session.no-user');
    const { accountId, name } = found;
    await recordAudit(tx, {
      actor: { accountId, name, email },
      action: 'account.link',
      entity: 'account',
      entityId: accountId,
      entityLabel: name,
      after: { issuer, subject },
      requestId,
      now,
    });
    return accountId;
  });
}

/** Finds the sign-out page of the issuer that opened a session; undefined where the issuer offers none. */
export async function findSignOutAddress(
  { database, singleSignOn }: Uses<'database' | 'singleSignOn'>,
  { companyId, sealedToken }: SignedOn,
): Promise<string | undefined> {
  const provider = companyId === null ? undefined : await database.inCompany.read(companyId, repository.findProvider);
  const issuer = companyId === null ? singleSignOn.portalIssuer : provider && withoutSecret(provider);
  return issuer && singleSignOn.findSignOutAddress(issuer, sealedToken);
}

/** Companies that one client signs in for. */
const maxCompanies = 20;

/**
 * Ends the sessions that an issuer's sign-out token names, in each company that signs in by its client.
 * @throws Problem `session.sign-out-token` for a token that is not sound, or was used before
 */
export async function signOutByIssuer(
  portal: Uses<'database' | 'identity' | 'singleSignOn'>,
  call: Call,
  body: Blob,
): Promise<void> {
  const { identity, singleSignOn } = portal;
  const token = new URLSearchParams(await body.text()).get('logout_token') ?? '';
  const named = singleSignOn.readSignOutToken(token);
  const issuers = named ? await listIssuers(portal, named) : [];
  let isSound = false;
  for (const issuer of issuers.slice(0, maxCompanies)) {
    const claims = await singleSignOn.verifySignOutToken(issuer, token).catch(() => undefined);
    if (!claims || !(await identity.spendOnce(`${issuer.companyId ?? ''} ${claims.issuer} ${claims.tokenId}`)))
      continue;
    isSound = true;
    const { subject, session: issuerSession } = claims;
    const sessions = { companyId: issuer.companyId, issuer: claims.issuer, subject, issuerSession };
    await identity.endIssuerSessions(toCaller(call), sessions);
  }
  if (!isSound) throw new Problem('session.sign-out-token');
}

async function listIssuers(
  { database, singleSignOn }: Uses<'database' | 'singleSignOn'>,
  { issuer, clientIds }: { issuer: string; clientIds: string[] },
): Promise<SignInIssuer[]> {
  const found = await database.inSystem('session.single-sign-on', (tx) =>
    repository.listProvidersOfClient(tx, { issuer, clientIds }),
  );
  const { portalIssuer } = singleSignOn;
  const isPortals = portalIssuer && withoutSlash(portalIssuer.issuer) === withoutSlash(issuer);
  return [...(isPortals ? [portalIssuer] : []), ...found.map(withoutSecret)];
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');
