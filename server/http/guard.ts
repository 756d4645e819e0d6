import { companyHeader } from '#contract/constants.ts';
import { allow } from '../lib/actor.ts';
import type { Actor } from '../lib/actor.ts';
import { Problem } from '../lib/problem.ts';
import type { Guard } from './api-handler.ts';

/** Who an identity token was issued to; the account is found by the composition, whatever the issuer. */
export interface GuardDependencies {
  /** Throws `session.required` for anything but a valid token. */
  readonly verifyToken: (token: string) => Promise<{ accountId: string }>;
  /** The account's user in the named company, or in its oldest one. Undefined where there is none. */
  readonly findActor: (accountId: string, companyId: string | undefined) => Promise<Actor | undefined>;
  /** Throws `session.required` where the cookies carry no session. */
  readonly checkSession: (headers: Headers) => Promise<void>;
  readonly publicOrigin: string;
}

const maxAuthorizationLength = 8 * 1024;

export function createGuard({ verifyToken, findActor, checkSession, publicOrigin }: GuardDependencies): Guard {
  return async (context, meta) => {
    if (meta.access === 'public' || meta.access === 'session') refuseForeignOrigin(context.headers, publicOrigin);
    if (meta.access === 'public') return;
    if (meta.access === 'session') return checkSession(context.headers);
    const { accountId } = await verifyToken(getBearerToken(context.headers));
    const actor = await findActor(accountId, getCompanyId(context.headers));
    if (!actor) throw new Problem('session.required', { detail: 'no user for this account and company' });
    context.actor = actor;
    if (meta.access !== 'signed-in') allow(actor, meta.access);
  };
}

/** Calls that act on a cookie must come from the portal itself; browsers always send `Origin` with them. */
function refuseForeignOrigin(headers: Headers, publicOrigin: string): void {
  const origin = headers.get('origin');
  if (origin === null || origin === publicOrigin) return;
  if (URL.canParse(origin) && new URL(origin).host === headers.get('host')) return;
  throw new Problem('request.foreign-origin');
}

function getBearerToken(headers: Headers): string {
  const authorization = headers.get('authorization') ?? '';
  if (authorization.length > maxAuthorizationLength)
    throw new Problem('session.required', { detail: 'oversized token' });
  const token = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/.exec(authorization)?.[1];
  if (!token) throw new Problem('session.required');
  return token;
}

function getCompanyId(headers: Headers): string | undefined {
  const companyId = headers.get(companyHeader);
  if (companyId === null) return undefined;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(companyId)) throw new Problem('session.required');
  return companyId;
}
