import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { buildUser } from '../../database/testing/builders.ts';
import { readAuthenticator } from '../authenticator.ts';
import { waitForTemporaryPassword } from '../caught-mail.ts';
import { testPassword, type TestPortal, type TestUser } from '../test-portal.ts';
import { makePendingCompany } from '../pending-company.ts';
import type { SweepWorld } from './sweep-world.ts';

/** A caller without a valid token, who must get nothing that needs one. */
export interface Stranger {
  readonly name: string;
  readonly headers: Record<string, string | string[]>;
  /** Statuses of calls with the session cookie; 401 without a cookie. */
  readonly sessionAnswers: readonly number[];
}

const signedOut = [401];
/** Statuses of sessions in a step without a token, or in a pending company. */
const halfWay = [401, 403, 409, 422];

/** An hour, after which all earlier tokens have expired. */
const tokenLifeMs = 3_600_000;

/** An expired token. Moves the clock, so it is made before other sign-ins. */
export async function makeExpiredToken(portal: TestPortal): Promise<string> {
  const { superAdmin } = await portal.makeCompany();
  portal.clock.advance(tokenLifeMs);
  return superAdmin.token;
}

/** Callers with invalid tokens, and sessions in every state without a token. */
export async function listStrangers(world: SweepWorld, expiredToken: string): Promise<Stranger[]> {
  const { portal, own } = world;
  const { token } = own.superAdmin;
  return [
    { name: 'no token', headers: {}, sessionAnswers: signedOut },
    ...Object.entries(await listBadTokens(token, expiredToken)).map(([name, authorization]) => ({
      name,
      headers: { authorization },
      sessionAnswers: signedOut,
    })),
    withToken('a session that has ended', await makeSignedOut(portal, own.id)),
    withToken('a deleted user', await makeDeletedUser(world)),
    withToken('a company that waits for approval', await makePendingCompany(portal)),
    withCompany('the company of others', token, world.other.id),
    ...(await listBoundSessions(world)),
    withCompany('a company that is not there', token, randomUUID()),
    withCompany('garbage for a company', token, "'; drop table users; --"),
    withCookie('an address that is not verified', await signUp(portal)),
    withCookie('a password that must be changed', await signInFirst(world)),
    withCookie('a second factor that is not proven', await signInHalf(portal, own.id)),
  ];
}

function withToken(name: string, { token, cookie }: TestUser): Stranger {
  return { name, headers: { authorization: `Bearer ${token}`, cookie }, sessionAnswers: halfWay };
}

function withCompany(name: string, token: string, companyId: string): Stranger {
  return { name, headers: { authorization: `Bearer ${token}`, 'x-company': companyId }, sessionAnswers: signedOut };
}

/** Sessions that the issuer of one company opened, in another company of the same account. */
async function listBoundSessions({ portal, own, other }: SweepWorld): Promise<Stranger[]> {
  const bind = async (opened: string, named: string) => {
    const user = await portal.makeUser(opened, { roles: ['SuperAdmin'] });
    const { accountId, token } = user;
    const sql = 'update identity.sessions set sign_in_company_id = $2, sign_in_issuer = $3 where account_id = $1';
    await portal.database.systemPool.query(sql, [accountId, opened, 'https://issuer.example']);
    await buildUser(portal.database, named, { accountId, email: user.email, roles: ['SuperAdmin'] });
    return { token, named };
  };
  const [ofOther, ofOwn] = [await bind(other.id, own.id), await bind(own.id, other.id)];
  return [
    withCompany('a session of the issuer of another company', ofOther.token, ofOther.named),
    withCompany('a session of the issuer of this company, in another', ofOwn.token, ofOwn.named),
  ];
}

function withCookie(name: string, cookie: string): Stranger {
  return { name, headers: { cookie }, sessionAnswers: halfWay };
}

async function listBadTokens(token: string, expired: string): Promise<Record<string, string | string[]>> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { privateKey } = await generateKeyPair('EdDSA');
  const { kid = '', typ = '' } = decodeProtectedHeader(token);
  const forge = (claims: object) =>
    new SignJWT({ ...decodeJwt(token), ...claims }).setProtectedHeader({ alg: 'EdDSA', kid, typ }).sign(privateKey);
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid, typ })).toString('base64url');
  return {
    'a garbage token': 'Bearer garbage',
    'a token of three words': 'Bearer a.b.c',
    'an expired token': `Bearer ${expired}`,
    'a token signed by another key': `Bearer ${await forge({})}`,
    'a token without algorithm': `Bearer ${none}.${payload}.`,
    'a token without signature': `Bearer ${header}.${payload}.`,
    'a token with another payload': `Bearer ${header}.${Buffer.from('{}').toString('base64url')}.${signature}`,
    'a lower-case scheme': `bearer ${token}`,
    'another scheme': `Basic ${token}`,
    'two authorizations': [`Bearer ${token}`, `Bearer ${token}`],
    'an oversized token': `Bearer ${header}.${'a'.repeat(9000)}.${signature}`,
  };
}

async function makeSignedOut(portal: TestPortal, companyId: string): Promise<TestUser> {
  const user = await portal.makeUser(companyId);
  await portal.call('/session/sign-out-everywhere', { as: user, method: 'POST' });
  return user;
}

async function makeDeletedUser({ portal, own }: SweepWorld): Promise<TestUser> {
  const user = await portal.makeUser(own.id, { roles: ['SuperAdmin'] });
  await portal.call('/users', { as: own.superAdmin, method: 'DELETE', body: [user.id] });
  return user;
}

async function signUp(portal: TestPortal): Promise<string> {
  const body = {
    email: `${randomUUID()}@test.example`,
    firstName: 'Liis',
    lastName: 'Lepp',
    company: 'Lepp OÜ',
    password: testPassword,
    termsConditions: true,
    dataProcessing: true,
  };
  return readCookies((await portal.call('/session/sign-up', { body })).headers);
}

async function signInFirst({ portal, own }: SweepWorld): Promise<string> {
  const email = `${randomUUID()}@test.example`;
  const form = { firstName: 'Uus', lastName: 'Olija', email, company: 'Acme', sapId: 'UUS', roles: ['SuperAdmin'] };
  await portal.call('/users', { as: own.superAdmin, body: form });
  const password = await waitForTemporaryPassword(portal, email);
  return readCookies((await portal.call('/session/sign-in', { body: { email, password } })).headers);
}

async function signInHalf(portal: TestPortal, companyId: string): Promise<string> {
  const user = await portal.makeUser(companyId, { roles: ['SuperAdmin'] });
  const setUp = await portal.call('/session/two-factor', { as: user, body: { password: testPassword } });
  const code = readAuthenticator((setUp.body as { secret: string }).secret, portal.clock.now());
  await portal.call('/session/two-factor/confirm', { as: user, body: { code } });
  return portal.signIn(user.email);
}

function readCookies(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
