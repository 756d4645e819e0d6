import { afterAll, expect, test } from 'vitest';
import {
  startScriptedIssuer,
  type Said,
  type ScriptedIssuer,
} from '#server/outside/identity/testing/scripted-issuer.ts';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { Browser } from '#server/testing/browser.ts';
import { startTestPortal, type TestPortal } from '#server/testing/test-portal.ts';
import { toAnswer, useSignOn } from './testing/use-sign-on.ts';
import { vendors } from './testing/vendor-claims.ts';

let vendor: ScriptedIssuer;
let trusting: { portal: TestPortal; stop: () => Promise<void> };
const { portal, runTest, makeSignedOn, start } = useSignOn(async (origin) => {
  vendor = await startScriptedIssuer();
  const own = {
    PUBLIC_URL: 'http://portal.test',
    OUTBOUND_ALLOWED: [origin, vendor.issuer].map((address) => new URL(address).host).join(),
    OIDC_SIGN_IN_ISSUER: vendor.issuer,
    OIDC_SIGN_IN_CLIENT_ID: 'portal-client',
    OIDC_ISSUER: vendor.issuer,
    OIDC_AUDIENCE: 'portal-api',
  };
  trusting = await startTestPortal({ ...own, OIDC_SIGN_IN_TRUST_EMAIL: '1', OIDC_TRUST_EMAIL: '1' });
  return own;
});
afterAll(async () => {
  await trusting?.stop();
  await vendor?.stop();
});

let count = 0;
async function signIn(at: TestPortal, email: string, make: (email: string) => Said) {
  const browser = new Browser(at);
  const { body } = await browser.post('/session/single-sign-on', { email });
  count += 1;
  const { claims, userInfo } = make(email);
  const said = { claims: { sub: `subject-${count}`, ...claims }, ...(userInfo && { userInfo }) };
  const callback = vendor.authorize((body as { address: string }).address, said);
  return browser.post('/session/single-sign-on/finish', toAnswer(callback));
}

const withUserInfo = () => ({ userinfo_endpoint: `${vendor.issuer}/userinfo` });

test.each(vendors)('a company’s own issuer: $name', async ({ make, counts }) => {
  const isTakenAtOwn = counts !== 'never';
  vendor.state.document = withUserInfo();
  count += 1;
  const domain = `own${count}.example`;
  const { id, superAdmin } = await makeSignedOn(domain, { issuer: vendor.issuer });
  const ann = await portal().makeUser(id, { email: `ann.long@${domain}` });
  const step = await signIn(portal(), ann.email, make);
  const denied = { status: 403, body: { code: 'session.email-unverified' } };
  expect(step).toMatchObject(isTakenAtOwn ? { status: 200, body: { email: ann.email } } : denied);
  const { lastAnswer } = (await portal().call('/company/single-sign-on', { as: superAdmin })).body as SingleSignOn;
  expect(lastAnswer?.outcome).toMatch(isTakenAtOwn ? /^ok$/ : /^(?:unverified|no-email)$/);
  expect(lastAnswer?.found).not.toBe('');
});

test.each(vendors)('the operator’s issuer, without and with trust: $name', async ({ make, counts }) => {
  vendor.state.document = withUserInfo();
  for (const [at, isIn] of [
    [portal(), counts === 'always'],
    [trusting.portal, counts !== 'never'],
  ] as const) {
    const { id } = await at.makeCompany();
    const ann = await at.makeUser(id, { email: `ann${count}@people${count}.example` });
    expect((await signIn(at, ann.email, make)).status).toBe(isIn ? 200 : 403);
    const { claims } = make(ann.email);
    if (make(ann.email).userInfo) continue;
    const now = Math.floor(at.clock.now().getTime() / 1000);
    const token = await vendor.sign({ sub: `api-${count}`, aud: 'portal-api', iat: now, exp: now + 300, ...claims });
    const me = await at.call('/session/user', { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(isIn ? 200 : 401);
  }
});

test('the settings say which claim is missing, and where an address or a user is', async () => {
  vendor.state.document = {};
  const { id, superAdmin } = await makeSignedOn('said.example', { issuer: vendor.issuer });
  await portal().makeUser(id, { email: 'ann@said.example' });
  const lastOf = async () => (await runTest(superAdmin)).singleSignOn.lastAnswer;
  const person = { sub: 's', name: 'Ann', groups: ['a'] };
  await signIn(portal(), 'ann@said.example', () => ({ claims: person }));
  expect(await lastOf()).toMatchObject({
    outcome: 'no-email',
    found: expect.stringMatching(/sub, name, groups$/) as string,
  });
  await signIn(portal(), 'ann@said.example', (email) => ({ claims: { ...person, email, email_verified: false } }));
  expect(await lastOf()).toMatchObject({
    outcome: 'unverified',
    found: 'email: ann@said.example, email_verified: false',
  });
  await signIn(portal(), 'ann@said.example', () => ({ claims: { ...person, email: 'ann@gmail.example' } }));
  expect(await lastOf()).toMatchObject({ outcome: 'foreign-domain', found: 'email: ann@gmail.example' });
  await signIn(portal(), 'ann@said.example', () => ({ claims: { ...person, upn: 'bob@said.example' } }));
  expect(await lastOf()).toMatchObject({ outcome: 'no-user', found: 'upn: bob@said.example' });
  await signIn(portal(), 'ann@said.example', (email) => ({ claims: { ...person, email, aud: 'another' } }));
  expect(await lastOf()).toMatchObject({ outcome: 'unsound', found: expect.stringMatching(/JWT/) as string });
  expect((await runTest(superAdmin)).outcome).toBe('ok');
  vendor.state.document = { claims_supported: ['sub', 'iss', 'name'] };
  expect((await runTest(superAdmin)).outcome).toBe('no-email-claim');
  vendor.state.document = { claims_supported: ['sub', 'upn'] };
  expect((await runTest(superAdmin)).outcome).toBe('ok');
});

test.each([
  ['sub', { sub: 'a\u0000b' }],
  ['sub with a line break', { sub: 'a\nb' }],
  ['sub with half an emoji', { sub: 'a\ud83d' }],
  ['sub of another kind', { sub: 7 }],
  ['email', { email: 'ann\u0000@odd.example' }],
  ['email of another kind', { email: { a: 1 }, upn: ['\u0000'] }],
  ['sid', { sid: 'a\u0000b' }],
  ['names of claims', { 'a\u0000b': 1, email_verified: 'a\u0000b' }],
])('what cannot be stored in %s is answered, and never fails', async (name, claims) => {
  vendor.state.document = withUserInfo();
  count += 1;
  const domain = `odd${count}.example`;
  const { id } = await makeSignedOn(domain, { issuer: vendor.issuer });
  await portal().makeUser(id, { email: `ann@${domain}` });
  const step = await signIn(portal(), `ann@${domain}`, (email) => ({ claims: { email, ...claims }, userInfo: claims }));
  expect([200, 403]).toContain(step.status);
  expect(step.status === 403 || !name.startsWith('sub')).toBe(true);
});

test.each([
  ['authorization_endpoint', 'javascript:alert(1)'],
  ['authorization_endpoint', 'data:text/html,a'],
  ['authorization_endpoint', 'ftp://issuer.example/auth'],
  ['authorization_endpoint', ''],
  ['authorization_endpoint', 'no address'],
  ['authorization_endpoint', 7],
  ['authorization_endpoint', 'https://user:secret@issuer.example/auth'],
  ['token_endpoint', 'javascript:alert(1)'],
  ['jwks_uri', {}],
])('%s of a document: %j is said by the test, and a sign-in fails with a reason', async (name, address) => {
  vendor.state.document = {};
  count += 1;
  const domain = `document${count}.example`;
  const { superAdmin } = await makeSignedOn(domain, { issuer: vendor.issuer });
  vendor.state.document = { [name]: address };
  expect((await runTest(superAdmin)).outcome).toBe('unsafe-address');
  expect(await new Browser(portal()).post('/session/single-sign-on', { email: `a@${domain}` })).toMatchObject({
    status: 503,
    body: { code: 'session.issuer-unreachable' },
  });
});

test.each([
  ['end_session_endpoint', 'javascript:alert(1)'],
  ['end_session_endpoint', 7],
  ['userinfo_endpoint', 'data:,a'],
  ['response_types_supported', 'code'],
  ['response_types_supported', 7],
  ['claims_supported', 'email'],
])('%s of a document: %j fails no sign-in', async (name, value) => {
  vendor.state.document = {};
  count += 1;
  const domain = `left${count}.example`;
  const { id } = await makeSignedOn(domain, { issuer: vendor.issuer });
  const ann = await portal().makeUser(id, { email: `ann@${domain}` });
  vendor.state.document = { [name]: value };
  const browser = new Browser(portal());
  const callback = vendor.authorize(await start(browser, ann.email), {
    claims: { sub: `s${count}`, email: ann.email },
  });
  expect((await browser.post('/session/single-sign-on/finish', toAnswer(callback))).status).toBe(200);
  expect((await browser.post('/session/sign-out')).body).toEqual({ state: 'signedOut' });
});

const odd = ['', 'null', '7', '[]', '"a"', '{"a":', '<html>', '{"\\u0000":"\\u0000"}', '\u0000', '['.repeat(20_000)];
const oddTokens = [
  '{"id_token":7}',
  '{"id_token":"a.b.c","token_type":"\\u0000"}',
  '{"error":"\\u0000","error_description":"\\ud83d"}',
];
const oddKeys = [
  '{"keys":7}',
  '{"keys":[null]}',
  '{"keys":[{"kty":"RSA","n":7}]}',
  '{"keys":[{"kid":"own","kty":"oct","k":""}]}',
];
test.each([
  ['/.well-known/openid-configuration', [...odd, '{"issuer":7}']],
  ['/token', [...odd, ...oddTokens]],
  ['/jwks', [...odd, ...oddKeys]],
  ['/userinfo', odd],
])('what an issuer may answer at %s is answered, and never fails', async (path, bodies) => {
  vendor.state.document = withUserInfo();
  for (const body of bodies) {
    count += 1;
    const domain = `answers${count}.example`;
    vendor.state.bodies = {};
    const { id, superAdmin } = await makeSignedOn(domain, { issuer: vendor.issuer });
    const { email } = await portal().makeUser(id, { email: `ann@${domain}` });
    const browser = new Browser(portal());
    const address = await start(browser, email);
    const callback = vendor.authorize(address, { claims: { sub: domain, email } });
    vendor.state.bodies = { [path]: body };
    const statuses = [
      (await browser.post('/session/single-sign-on/finish', toAnswer(callback))).status,
      (await browser.post('/session/single-sign-on', { email })).status,
      (await portal().call('/company/single-sign-on/test', { as: superAdmin, method: 'POST' })).status,
      (await portal().call('/company/single-sign-on', { as: superAdmin })).status,
    ];
    expect({ body: body.slice(0, 40), failed: statuses.includes(500) }).toEqual({
      body: body.slice(0, 40),
      failed: false,
    });
  }
  vendor.state.bodies = {};
});

test('made-up sign-out tokens with names that cannot be stored are denied', async () => {
  const toToken = (claims: object) =>
    ['{"alg":"RS256","kid":"own"}', JSON.stringify(claims), 'x']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
  for (const claims of [
    { iss: 'a\u0000', aud: 'portal-client' },
    { iss: vendor.issuer, aud: 'a\u0000' },
    { iss: 'a\ud83d', aud: ['b', 7] },
  ]) {
    const sent = await portal().call('/session/single-sign-on/sign-out', {
      method: 'POST',
      body: `logout_token=${toToken(claims)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(sent).toMatchObject({ status: 400, body: { code: 'session.sign-out-token' } });
  }
});
