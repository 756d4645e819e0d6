import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretBox } from '../../../lib/crypto/secret-box.ts';
import { createOutbound } from '../../assistants/guarded-request.ts';
import { createPoolClient } from '../user-pool/pool-client.ts';
import { createSingleSignOn } from './create-single-sign-on.ts';
import type { SignInIssuer, SingleSignOn } from './single-sign-on.ts';

/** An issuer whose identity tokens are as a test wants them. */
let server: Server;
let origin: string;
let issuer: SignInIssuer;
let signOn: SingleSignOn;
let own: { privateKey: CryptoKey; publicKey: CryptoKey };
let ownJwk: JWK;
let idToken = '';
let document: Record<string, unknown> = {};
const called: string[] = [];

beforeAll(async () => {
  own = await generateKeyPair('RS256', { extractable: true });
  ownJwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256' };
  server = createServer((request, response) => {
    const path = request.url ?? '';
    called.push(path);
    const bodies: Record<string, unknown> = {
      '/.well-known/openid-configuration': { ...discovery(), ...document },
      '/jwks': { keys: [ownJwk] },
      '/token': { access_token: 'a', token_type: 'Bearer', id_token: idToken },
    };
    response.writeHead(path in bodies ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(bodies[path] ?? {}));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  issuer = { companyId: null, issuer: origin, clientId: 'portal', clientSecret: 'secret' };
  signOn = create(port);
});
afterAll(() => void server.close());

function create(port: number): SingleSignOn {
  const allowed = [{ kind: 'host' as const, host: '127.0.0.1', port }];
  const outbound = createOutbound({ ports: [], allowed, ownHost: 'portal.test', resolveHost: async () => [] });
  const clock = { now: () => new Date() };
  return createSingleSignOn({
    outbound,
    pools: createPoolClient({ outbound, clock, endpoint: undefined }),
    secretBox: createSecretBox('a-key-of-the-tests-with-many-characters-0123456789'),
    publicUrl: 'https://portal.test',
    portalIssuer: undefined,
    clock,
    workers: { run: () => Promise.reject(new Error('There is no SAML here.')) },
  });
}

const discovery = () => ({
  issuer: origin,
  authorization_endpoint: `${origin}/auth`,
  token_endpoint: `${origin}/token`,
  jwks_uri: `${origin}/jwks`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256'],
});

const claimsOf = (nonce: string) => {
  const now = Math.floor(Date.now() / 1000);
  const person = { sub: 'ann', email: 'Ann@Acme.example', email_verified: true };
  return { iss: origin, aud: 'portal', ...person, nonce, iat: now, exp: now + 60 };
};
type Claims = ReturnType<typeof claimsOf> & Record<string, unknown>;

const sign = (claims: Claims, key = own.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);

/** Begins a sign-in and finishes it with a token made for its nonce. */
async function finish(make: (claims: Claims) => Promise<string> | string) {
  const { cookies, address } = await signOn.start(issuer, 'ann@acme.example');
  expect(cookies[0]).toMatch(/^__Host-portal\.single_sign_on=.+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const flow = signOn.readFlow(new Headers({ cookie: cookies[0]?.split(';')[0] ?? '' }));
  if (!flow) throw new Error('The flow was not begun.');
  expect(new URL(address).searchParams.get('nonce')).toBe(flow.nonce);
  idToken = await make(claimsOf(flow.nonce));
  return signOn.finish(issuer, flow, { company: null, query: { state: flow.state, code: 'c' } });
}

const toUnsigned = (header: object, claims: Claims) =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

test('a sound identity token says who it is', async () => {
  expect(await finish((claims) => sign(claims))).toMatchObject({
    issuer: origin,
    subject: 'ann',
    email: 'ann@acme.example',
    isEmailVerified: true,
  });
});

const forgeries: [string, (claims: Claims) => Promise<string> | string][] = [
  ['another nonce', (claims) => sign({ ...claims, nonce: 'other' })],
  ['no nonce', ({ nonce: _nonce, ...claims }) => sign(claims as Claims)],
  ['another audience', (claims) => sign({ ...claims, aud: 'other' })],
  ['another issuer', (claims) => sign({ ...claims, iss: 'https://evil.example' })],
  ['an end in the past', (claims) => sign({ ...claims, exp: claims.iat - 120, iat: claims.iat - 180 })],
  ['another key', async (claims) => sign(claims, (await generateKeyPair('RS256')).privateKey)],
  ['no signature', (claims) => `${toUnsigned({ alg: 'none' }, claims)}.`],
  [
    'the client secret as key',
    (claims) => {
      const text = toUnsigned({ alg: 'HS256', kid: 'own' }, claims);
      return `${text}.${createHmac('sha256', 'secret').update(text).digest('base64url')}`;
    },
  ],
];

test.each(forgeries)('an identity token with %s is refused', async (_name, make) => {
  await expect(finish(make)).rejects.toMatchObject({ name: 'IssuerFailed', step: 'unsound' });
});

test('the issuer’s document cannot name an address that must not be called', async () => {
  document = { token_endpoint: 'http://169.254.169.254/token' };
  called.length = 0;
  expect(await signOn.test(issuer)).toBe('unreachable');
  expect(called).toEqual(['/.well-known/openid-configuration']);
  document = { issuer: 'https://elsewhere.example' };
  expect(await signOn.test(issuer)).toBe('not-an-issuer');
  document = {};
});

test('a cookie of another portal, a changed one and an old one begin nothing', async () => {
  const read = (cookie: string) => signOn.readFlow(new Headers({ cookie }));
  const { cookies } = await signOn.start(issuer, 'ann@acme.example');
  const [cookie = ''] = (cookies[0] ?? '').split(';');
  expect(read(cookie)).toBeDefined();
  expect(read(`${cookie.slice(0, -4)}AAAA`)).toBeUndefined();
  expect(read(cookie.replace('__Host-', ''))).toBeUndefined();
  expect(read('__Host-portal.single_sign_on=')).toBeUndefined();
});
