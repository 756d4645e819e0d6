import { systemClock } from '../../clock.ts';
import type { AccountRow } from '../accounts/accounts.repository.ts';
import type { IdentityContext } from '../context.ts';
import type { Caller, SignedOn } from '../identity.ts';
import { randomToken } from '../secrets.ts';
import { createIssuerSession } from '../single-sign-on/sign-on.repository.ts';
import {
  claimChallenge,
  createChallenge,
  createSession,
  deleteSessionByToken,
  extendSession,
  findChallenge,
  findSession,
} from './sessions.repository.ts';
import { challengeSeconds, sessionSeconds } from './sign-in-cookies.ts';

const daySeconds = 86_400;
/** Lifetime of a session, however often it is used. */
const maxLifeMs = 30 * daySeconds * 1000;

export interface Opened {
  readonly sessionId: string;
  readonly cookies: string[];
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

const newSession = ({ headers }: Caller) => {
  const now = systemClock.now();
  return {
    token: randomToken(),
    userAgent: headers.get('user-agent') ?? '',
    now,
    expiresAt: after(now, sessionSeconds),
  };
};

/** @param account as it was judged. Undefined where its password or second factor has changed since. */
export async function openSession(
  { sql, cookies }: IdentityContext,
  caller: Caller,
  { id: accountId, passwordHash, hasTwoFactor }: AccountRow,
): Promise<Opened | undefined> {
  const session = newSession(caller);
  const opened = await createSession(sql, { accountId, passwordHash, hasTwoFactor, ...session });
  return opened && { sessionId: opened.id, cookies: [cookies.session.write(session.token)] };
}

/** For whom an issuer has signed in. Undefined where the account was deleted. */
export async function openIssuerSession(
  { sql, cookies }: IdentityContext,
  caller: Caller,
  signedOn: SignedOn & { accountId: string },
): Promise<Opened | undefined> {
  const session = newSession(caller);
  const opened = await createIssuerSession(sql, { ...signedOn, ...session });
  return opened && { sessionId: opened.id, cookies: [cookies.session.write(session.token)] };
}

/** Lets a sign-in wait for its second factor, in this browser. Its former session is no longer named by a cookie. */
export async function openChallenge(
  { sql, cookies }: IdentityContext,
  { id: accountId, passwordHash, hasTwoFactor }: AccountRow,
): Promise<string[] | undefined> {
  const [now, identifier] = [systemClock.now(), randomToken()];
  const challenge = { identifier, now, expiresAt: after(now, challengeSeconds) };
  const opened = await createChallenge(sql, { accountId, passwordHash, hasTwoFactor, ...challenge });
  return opened && [cookies.session.end(), cookies.challenge.write(identifier)];
}

/** The account whose sign-in waits for its second factor in this browser. */
export async function findChallengedId(
  { sql, cookies }: IdentityContext,
  { headers }: Caller,
): Promise<string | undefined> {
  const identifier = cookies.challenge.read(headers);
  return identifier && (await findChallenge(sql, { identifier, now: systemClock.now() }))?.accountId;
}

/** Ends the wait, once: `accountId` is undefined where there is none any more. The cookies of the answer end it too. */
export async function endChallenge(
  { sql, cookies }: IdentityContext,
  { headers }: Caller,
): Promise<{ accountId: string | undefined; cookies: string[] }> {
  const identifier = cookies.challenge.read(headers);
  if (!identifier) return { accountId: undefined, cookies: [] };
  const claimed = await claimChallenge(sql, { identifier, now: systemClock.now() });
  return { accountId: claimed?.accountId, cookies: [cookies.challenge.end()] };
}

/** The session of these cookies, which lasts for seven days more from one day to the next. */
export async function continueSession(
  { sql, cookies }: IdentityContext,
  { headers }: Caller,
): Promise<{ id: string; accountId: string; cookies: string[] } | undefined> {
  const token = cookies.session.read(headers);
  const session = token && (await findSession(sql, { token }));
  if (!token || !session) return undefined;
  const { id, accountId, createdAt } = session;
  const now = systemClock.now();
  if (session.expiresAt <= now) {
    await deleteSessionByToken(sql, { token });
    return undefined;
  }
  if (now.getTime() - createdAt.getTime() > maxLifeMs) return undefined;
  if (session.expiresAt > after(now, sessionSeconds - daySeconds)) return { id, accountId, cookies: [] };
  const extended = await extendSession(sql, { id, expiresAt: after(now, sessionSeconds), now });
  return extended && { id, accountId, cookies: [cookies.session.write(token)] };
}

/** Ends the session of these cookies; nothing where there is none. */
export async function endSession({ sql, cookies }: IdentityContext, { headers }: Caller): Promise<void> {
  const token = cookies.session.read(headers);
  if (token) await deleteSessionByToken(sql, { token });
}
