import { companyHeader } from '#contract/constants.ts';
import { intakeKeyPrefix } from '#features/intake/contract/intake-keys.ts';
import { isUuid } from '#contract/uuid.ts';
import { isOwnHost } from '../lib/network/own-hosts.ts';
import { allow, type Actor } from '../lib/request/actor.ts';
import { Problem } from '../lib/request/problem.ts';
import type { KnownIntakeCaller } from '../lib/request/intake-caller.ts';
import { getActor, type RequestContext } from '../lib/request/request-context.ts';
import { allowPaid } from '../lib/request/suspension.ts';
import type { Guard } from './api-handler.ts';

/** The account of a valid identity token. `sessionId` is there where the portal issued the token. */
export interface TokenHolder {
  readonly accountId: string;
  readonly sessionId: string | undefined;
}

export interface GuardOptions {
  /** @throws Problem `session.required` for an invalid token */
  readonly verifyToken: (token: string) => Promise<TokenHolder>;
  /** The account's user in `companyId`, or in the one that it has come in to, or its only one, where that is undefined. */
  readonly findActor: (query: TokenHolder & { companyId: string | undefined }) => Promise<Actor | undefined>;
  /** Whether the cookies carry a session, in any step of signing in. */
  readonly isSignedInSomewhere: (context: RequestContext) => Promise<boolean>;
  /** Undefined for an unknown, expired or revoked intake key. */
  readonly findIntakeCaller: (secret: string) => Promise<KnownIntakeCaller | undefined>;
  /** Why `findIntakeCaller` finds none, for the holder of the secret. */
  readonly explainIntakeKey: (secret: string) => Promise<string>;
  /** Called with every actor that is let in. */
  readonly recordVisit: (actor: Actor, requestId: string, now: Date) => Promise<void>;
  readonly now: () => Date;
  readonly publicOrigin: string;
}

const maxAuthorizationLength = 8 * 1024;
const tokenPattern = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/;
const intakeKeyPattern = new RegExp(`^${intakeKeyPrefix}[A-Za-z0-9_-]{43}$`);

export function createGuard(options: GuardOptions): Guard {
  return async (context, { access, isPaid, fromOtherSites }) => {
    const isOpen = access === 'public' || access === 'session';
    if (isOpen && !fromOtherSites) refuseForeignOrigin(context.headers, options.publicOrigin);
    if (access === 'public') return;
    if (access === 'session') {
      if (!(await options.isSignedInSomewhere(context))) throw refuseNoSession(context.headers);
      return;
    }
    if (access === 'intake') {
      const secret = getIntakeKey(context.headers);
      context.intakeCaller = await options.findIntakeCaller(secret);
      if (!context.intakeCaller) {
        throw new Problem('intake.key-required', { reason: await options.explainIntakeKey(secret) });
      }
      if (isPaid) allowPaid(context.intakeCaller.suspension, options.now());
      return;
    }
    const holder = await options.verifyToken(getBearerToken(context.headers));
    const actor = await options.findActor({ ...holder, companyId: findCompanyId(context.headers) });
    if (!actor) throw new Problem('session.required', { detail: 'no user in this company, or the session has ended' });
    context.actor = actor;
    if (access !== 'signed-in') allow(actor, access);
    if (isPaid) allowPaid(actor.suspension, options.now());
    await options.recordVisit(actor, context.requestId, options.now());
  };
}

/** Finds the actor of a request as it is now, for an answer that goes on. */
export function createFindActorAgain(guard: Guard) {
  return async ({
    requestId,
    headers,
    clientAddress,
  }: Pick<RequestContext, 'requestId' | 'headers' | 'clientAddress'>): Promise<Actor> => {
    const again: RequestContext = {
      requestId,
      headers,
      clientAddress,
      responseHeaders: new Headers(),
      operationId: undefined,
      actor: undefined,
      intakeCaller: undefined,
    };
    await guard(again, { access: 'signed-in', target: 'main' }, 'GET');
    return getActor(again);
  };
}

/** Refuses cookie calls of other sites; browsers always send `Origin` with such calls. */
function refuseForeignOrigin(headers: Headers, publicOrigin: string): void {
  const origin = headers.get('origin');
  if (origin === null || origin === publicOrigin) return;
  const { protocol } = new URL(publicOrigin);
  const host = headers.get('host');
  if (isOwnHost(host, publicOrigin) && URL.canParse(origin) && origin === `${protocol}//${host}`) return;
  throw new Problem('request.foreign-origin');
}

/** A repeated header arrives joined by a comma and so fails the pattern. */
function getBearerToken(headers: Headers): string {
  const authorization = headers.get('authorization') ?? '';
  if (authorization.length > maxAuthorizationLength) throw new Problem('session.required', { detail: 'oversized' });
  const token = tokenPattern.exec(authorization)?.[1];
  if (!token) throw refuseNoSession(headers);
  return token;
}

/** Says it of an intake key, because who connects an assistant would look for what is wrong with the key. */
function refuseNoSession(headers: Headers): Problem {
  const isKey = findSentKey(headers).key?.startsWith(intakeKeyPrefix) ?? false;
  return new Problem('session.required', isKey ? { reason: keyOpensIntake } : {});
}

const keyOpensIntake =
  'An intake key opens the addresses of the intake alone, which /api/docs lists. All others need the session of a person.';

const missingKey = `Send it as “Authorization: Bearer ${intakeKeyPrefix}…”.`;
const sessionToken = `This is the token of a person’s session. Send a key, which begins with ${intakeKeyPrefix} and is created by a SuperAdmin.`;
const noKey = `This is none: a key begins with ${intakeKeyPrefix} and has ${intakeKeyPrefix.length + 43} characters.`;

/**
 * The intake key from a bearer token or from the password of basic authentication, as Langfuse clients send it. Some
 * SDKs send the `%20` of OTEL_EXPORTER_OTLP_HEADERS as it is.
 */
function getIntakeKey(headers: Headers): string {
  if ((headers.get('authorization') ?? '').length > maxAuthorizationLength) throw refuseKey(noKey);
  const { scheme, key } = findSentKey(headers);
  if (key !== undefined && intakeKeyPattern.test(key)) return key;
  if (scheme === '' || key === undefined) throw refuseKey(missingKey);
  throw refuseKey(tokenPattern.test(`Bearer ${key}`) ? sessionToken : noKey);
}

function findSentKey(headers: Headers): { readonly scheme: string; readonly key: string | undefined } {
  const authorization = headers.get('authorization') ?? '';
  const [scheme = '', value = ''] = authorization.replace(/^(bearer)%20/i, '$1 ').split(' ');
  // Logfire sends its token alone.
  const isKeyAlone = intakeKeyPattern.test(scheme) && value === '';
  return { scheme, key: isKeyAlone ? scheme : findKey(scheme, value) };
}

const refuseKey = (reason: string) => new Problem('intake.key-required', { reason });

/** Undefined for a scheme that carries no key. */
function findKey(scheme: string, value: string): string | undefined {
  if (/^basic$/i.test(scheme)) return getBasicPassword(value);
  return /^bearer$/i.test(scheme) ? value : undefined;
}

function getBasicPassword(value: string): string {
  const [, ...password] = Buffer.from(value, 'base64').toString('latin1').split(':');
  return password.join(':');
}

/** The company of the `X-Company` header, unchecked against the caller's memberships. */
export function findCompanyId(headers: Headers): string | undefined {
  const companyId = headers.get(companyHeader);
  if (companyId === null || isUuid(companyId)) return companyId ?? undefined;
  throw new Problem('session.required', { detail: 'the company header is no id' });
}
