import { findAccount } from '../accounts/accounts.repository.ts';
import { settleUpdate } from '../accounts/passwords.ts';
import { passwordClaim } from '../context.ts';
import type { Answer, Caller, Identity, SignedOn } from '../identity.ts';
import { guardAttempt } from '../limits/guard.ts';
import { findSignOnOfSession, listSignOns } from '../single-sign-on/sign-on.repository.ts';
import { PoolDenied, secretHash, unsound, type UserPool } from './pool-client.ts';
import { answerOf, type PoolGrant, type PoolParts } from './user-pools.ts';

export interface Granted {
  readonly pool: UserPool;
  readonly grant: PoolGrant;
}

/** The pool that opened a session, and what the session keeps for it; undefined for any other session. */
export async function findGranted({ pools }: PoolParts, signedOn: SignedOn | undefined): Promise<Granted | undefined> {
  if (!signedOn?.companyId || !signedOn.sealedToken) return undefined;
  const pool = await pools.findByCompany(signedOn.companyId);
  const grant = pool?.issuer === signedOn.issuer && pools.openGrant(signedOn.companyId, signedOn.sealedToken);
  return pool && grant ? { pool, grant } : undefined;
}

/** For the operations of a person who is signed in. */
export async function getAccessToken({ pools }: PoolParts, { pool, grant }: Granted): Promise<string> {
  const { AuthenticationResult: tokens } = await pools.client.call(pool, 'InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: pool.clientId,
    AuthParameters: { REFRESH_TOKEN: grant.refreshToken, ...secretHash(pool, grant.username) },
  });
  if (!tokens) throw unsound('a refresh gives no tokens');
  return tokens.AccessToken;
}

type Update = Parameters<Identity['updatePassword']>[1];

/** Replaces the password at the pool; the sessions here end as after one of the portal. */
async function updateAtPool(
  parts: PoolParts,
  caller: Caller,
  granted: Granted,
  input: Update,
): Promise<Answer<{ cookies: string[] }>> {
  const { context, pools } = parts;
  const { accountId, password, newPassword } = input;
  const account = await findAccount(context.sql, { accountId });
  if (!account) return { ok: false, reason: 'signedOut' };
  if (newPassword === password) return { ok: false, reason: 'samePassword' };
  const token = await answerOf(async () => ({ ok: true, access: await getAccessToken(parts, granted) }), {
    NotAuthorizedException: 'stepOutOfTurn',
  });
  if (!token.ok) return token;
  const guarded = { sql: context.sql, now: context.clock.now(), owners: [passwordClaim(accountId)] };
  const changed = await guardAttempt<Answer>(guarded, async () => {
    const body = { AccessToken: token.access, PreviousPassword: password, ProposedPassword: newPassword };
    const value = await answerOf(
      async () => {
        await pools.client.call(granted.pool, 'ChangePassword', body);
        return { ok: true };
      },
      { NotAuthorizedException: 'wrongPassword' },
    );
    return { isPassed: value.ok || value.reason !== 'wrongPassword', value };
  });
  if (!changed.ok) return changed;
  const update = { ...input, email: account.email, pool: granted.pool };
  const cookies = await settleUpdate(context, caller, update, async () => undefined);
  return { ok: true, cookies };
}

/** Runs work at a pool, and logs its failure, which must not keep a session here from ending. */
async function tryAtPool(parts: PoolParts, work: () => Promise<unknown>): Promise<void> {
  await work().catch((err: unknown) => parts.context.log.warn({ err }, 'a user pool did not sign out'));
}

/** Exceptions that deny a refresh where the person has no access to the pool any more. */
const endings = new Set(['NotAuthorizedException', 'UserNotFoundException']);

/** Whether the pool denies the person of the session. A pool that is away, or denies the client, signs out no one. */
async function isDeniedAtPool(parts: PoolParts, signedOn: SignedOn): Promise<boolean> {
  try {
    const granted = await findGranted(parts, signedOn);
    if (granted) await getAccessToken(parts, granted);
    return false;
  } catch (error) {
    if (error instanceof PoolDenied && endings.has(error.exception)) return true;
    parts.context.log.warn({ err: error }, 'a user pool did not say whether a session goes on');
    return false;
  }
}

type SignedInOperations = Pick<Identity, 'issueToken' | 'updatePassword' | 'signOut' | 'signOutEverywhere'>;

/** Operations of a signed-in person at the pool that opened the session. */
export function withPoolGrants(own: Identity, parts: PoolParts): SignedInOperations {
  const { context, pools } = parts;
  return {
    async issueToken(caller) {
      const issued = await own.issueToken(caller);
      const signedOn = issued.ok ? await own.findSignOn(caller) : undefined;
      if (!signedOn?.sealedToken) return issued;
      const { companyId, issuer, subject } = signedOn;
      if (!pools.claimCheck(signedOn) || !(await isDeniedAtPool(parts, signedOn))) return issued;
      await own.endIssuerSessions(caller, { companyId, issuer, subject, issuerSession: null });
      return { ok: false, reason: 'signedOut' };
    },
    async updatePassword(caller, input) {
      const { sessionId } = input;
      const signedOn = sessionId === undefined ? undefined : await findSignOnOfSession(context.sql, { sessionId });
      const granted = await findGranted(parts, signedOn);
      return granted ? updateAtPool(parts, caller, granted, input) : own.updatePassword(caller, input);
    },
    async signOut(caller) {
      const signedOn = await own.findSignOn(caller);
      const { cookies } = await own.signOut(caller);
      await tryAtPool(parts, async () => {
        const granted = await findGranted(parts, signedOn);
        if (!granted) return;
        const { clientId, clientSecret } = granted.pool;
        const secret = clientSecret !== undefined && { ClientSecret: clientSecret };
        const body = { ClientId: clientId, Token: granted.grant.refreshToken, ...secret };
        await pools.client.call(granted.pool, 'RevokeToken', body);
      });
      return { cookies: pools.cookie.read(caller.headers) ? [...cookies, pools.cookie.end()] : cookies };
    },
    async signOutEverywhere(sessions) {
      const signOns = await listSignOns(context.sql, sessions);
      await own.signOutEverywhere(sessions);
      const signedOut = new Set<string>();
      for (const signedOn of signOns) {
        const person = `${signedOn.issuer} ${signedOn.subject}`;
        if (signedOut.has(person)) continue;
        await tryAtPool(parts, async () => {
          const granted = await findGranted(parts, signedOn);
          if (!granted) return;
          const AccessToken = await getAccessToken(parts, granted);
          await pools.client.call(granted.pool, 'GlobalSignOut', { AccessToken });
          signedOut.add(person);
        });
      }
    },
  };
}
