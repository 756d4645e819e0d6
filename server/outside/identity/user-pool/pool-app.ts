import { findAccount } from '../accounts/accounts.repository.ts';
import { passwordClaim, secondFactorClaim } from '../context.ts';
import type { Answer, FailureReason, Identity, PoolPerson } from '../identity.ts';
import { guardAttempt } from '../limits/guard.ts';
import { totpUri } from '../second-factor/totp.ts';
import { findSignOnOfSession } from '../single-sign-on/sign-on.repository.ts';
import { secretHash } from './pool-client.ts';
import { findGranted, getAccessToken, type Granted } from './pool-grants.ts';
import { answerOf, type PoolParts } from './user-pools.ts';

const app = 'SOFTWARE_TOKEN_MFA';

/** Reasons for a denied refresh: the person has no access to the pool any more. */
const ended = { NotAuthorizedException: 'stepOutOfTurn' } as const;

/** Reasons for the denials of a pool without authenticator apps, at each step of setting one up. */
const withoutApps = {
  ...ended,
  SoftwareTokenMFANotFoundException: 'noAppAtPool',
  InvalidParameterException: 'noAppAtPool',
} as const;

type AppOperations = Pick<Identity, 'findPoolApp' | 'setUpPoolApp' | 'confirmPoolApp' | 'disablePoolApp'>;

/** The authenticator app of a signed-in person, at the pool that opened the session. */
export function withPoolApp(parts: PoolParts): AppOperations {
  return {
    async findPoolApp(person) {
      const granted = await findGrantedOf(parts, person);
      if (!granted) return undefined;
      return answerOf(async () => ({ ok: true, isOn: await isOnAtPool(parts, granted) }), ended);
    },
    async setUpPoolApp({ password, ...person }) {
      const granted = await findGrantedOf(parts, person);
      return granted && setUpApp(parts, { granted, person, password });
    },
    async confirmPoolApp({ code, ...person }) {
      const granted = await findGrantedOf(parts, person);
      return granted && confirmApp(parts, { granted, person, code });
    },
    async disablePoolApp({ password, code, ...person }) {
      const granted = await findGrantedOf(parts, person);
      return granted && disableApp(parts, { granted, person, password, code });
    },
  };
}

async function findGrantedOf(parts: PoolParts, { sessionId }: PoolPerson): Promise<Granted | undefined> {
  if (sessionId === null) return undefined;
  return findGranted(parts, await findSignOnOfSession(parts.context.sql, { sessionId }));
}

async function isOnAtPool(parts: PoolParts, granted: Granted): Promise<boolean> {
  const AccessToken = await getAccessToken(parts, granted);
  const { UserMFASettingList: factors = [] } = await parts.pools.client.call(granted.pool, 'GetUser', { AccessToken });
  return factors.includes(app);
}

interface Asked {
  readonly granted: Granted;
  readonly person: PoolPerson;
}

/** The password first, because a session alone may be an unattended browser. */
async function setUpApp(parts: PoolParts, { granted, person, password }: Asked & { readonly password: string }) {
  const { context, pools } = parts;
  const { pool } = granted;
  const account = await findAccount(context.sql, { accountId: person.accountId });
  if (!account) return { ok: false, reason: 'signedOut' } as const;
  const work = async (): Promise<Answer<{ uri: string; secret: string }>> => {
    const AccessToken = await getAccessToken(parts, granted);
    if (await isOnAtPool(parts, granted)) return { ok: false, reason: 'twoFactorOn' };
    const proven = await provePassword(parts, { granted, person, password });
    if (!proven.ok) return proven;
    const { SecretCode: secret } = await pools.client.call(pool, 'AssociateSoftwareToken', { AccessToken });
    if (secret === undefined) return { ok: false, reason: 'noAppAtPool' };
    return { ok: true, secret, uri: totpUri({ secret, issuer: context.product, email: account.email }) };
  };
  return answerOf(work, withoutApps);
}

async function confirmApp(parts: PoolParts, { granted, person, code }: Asked & { readonly code: string }) {
  const { client } = parts.pools;
  const work = async (): Promise<Answer> => {
    const AccessToken = await getAccessToken(parts, granted);
    if (await isOnAtPool(parts, granted)) return { ok: false, reason: 'twoFactorOn' };
    const proven = await guardCode(parts, person, async () => {
      const verified = await client.call(granted.pool, 'VerifySoftwareToken', { AccessToken, UserCode: code });
      return verified.Status === 'SUCCESS' ? { ok: true } : { ok: false, reason: 'wrongCode' };
    });
    if (!proven.ok) return proven;
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await client.call(granted.pool, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
    return { ok: true };
  };
  return answerOf(work, withoutApps);
}

/** With both factors, as the portal's own is turned off. */
async function disableApp(parts: PoolParts, given: Asked & { readonly password: string; readonly code: string }) {
  const { client } = parts.pools;
  const { granted, person, code } = given;
  const work = async (): Promise<Answer> => {
    const AccessToken = await getAccessToken(parts, granted);
    if (!(await isOnAtPool(parts, granted))) return { ok: false, reason: 'twoFactorOff' };
    const proven = await provePassword(parts, given);
    if (!proven.ok) return proven;
    const right = await guardCode(parts, person, () => answerCode(parts, granted, { code, session: proven.session }));
    if (!right.ok) return right;
    const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
    await client.call(granted.pool, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
    return { ok: true };
  };
  return answerOf(work, ended);
}

/**
 * Begins a sign-in that is not ended, because the pool judges a password in no other way.
 * @returns the session of the step that asks for the app's code
 */
async function provePassword(
  { context, pools }: PoolParts,
  { granted: { pool, grant }, person, password }: Asked & { readonly password: string },
): Promise<Answer<{ session: string | undefined }>> {
  const guarded = { sql: context.sql, now: context.clock.now(), owners: [passwordClaim(person.accountId)] };
  return guardAttempt<Answer<{ session: string | undefined }>>(guarded, async () => {
    const AuthParameters = { USERNAME: grant.username, PASSWORD: password, ...secretHash(pool, grant.username) };
    const body = { AuthFlow: 'USER_PASSWORD_AUTH', ClientId: pool.clientId, AuthParameters };
    const value = await answerOf<{ session: string | undefined }>(
      async () => {
        const begun = await pools.client.call(pool, 'InitiateAuth', body);
        return { ok: true, session: begun.ChallengeName === app ? begun.Session : undefined };
      },
      // The emulator calls a wrong password an invalid one.
      { NotAuthorizedException: 'wrongPassword', InvalidPasswordException: 'wrongPassword' },
    );
    return { isPassed: value.ok || value.reason !== 'wrongPassword', value };
  });
}

/** A person who may choose among several factors is asked for the app's code only after that choice. */
async function answerCode(
  { pools }: PoolParts,
  { pool, grant }: Granted,
  { code, session }: { readonly code: string; readonly session: string | undefined },
): Promise<Answer> {
  if (session === undefined) return { ok: false, reason: 'stepOutOfTurn' };
  const { AuthenticationResult: tokens } = await pools.client.call(pool, 'RespondToAuthChallenge', {
    ClientId: pool.clientId,
    ChallengeName: app,
    Session: session,
    ChallengeResponses: {
      USERNAME: grant.username,
      SOFTWARE_TOKEN_MFA_CODE: code,
      ...secretHash(pool, grant.username),
    },
  });
  if (!tokens) return { ok: false, reason: 'wrongCode' };
  return { ok: true };
}

/** Under the counter of the second factor. */
function guardCode({ context }: PoolParts, { accountId }: PoolPerson, judge: () => Promise<Answer>): Promise<Answer> {
  const guarded = { sql: context.sql, now: context.clock.now(), owners: [secondFactorClaim(accountId)] };
  const codeReasons: Readonly<Record<string, FailureReason>> = { NotAuthorizedException: 'wrongCode' };
  return guardAttempt<Answer>(guarded, async () => {
    const value = await answerOf(judge, codeReasons);
    return { isPassed: value.ok || value.reason !== 'wrongCode', value };
  });
}
