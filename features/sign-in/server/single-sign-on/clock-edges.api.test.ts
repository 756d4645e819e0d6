import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import {
  startScriptedIssuer,
  type Claims,
  type ScriptedIssuer,
} from '#server/outside/identity/testing/scripted-issuer.ts';
import { oidcClientId } from '#server/outside/identity/testing/oidc-issuer.ts';
import { Browser } from '#server/testing/browser.ts';
import { usePoolAnswers } from './testing/use-pool-answers.ts';
import { useSaml } from './testing/use-saml.ts';
import { toAnswer, useSignOn } from './testing/use-sign-on.ts';

/** The times of a token, in seconds from the portal's clock, and whether it is taken. */
const edges: readonly (readonly [name: string, times: Record<string, number>, isTaken: boolean])[] = [
  ['ends 59 s ago', { exp: -59 }, true],
  ['ended 61 s ago', { exp: -61 }, false],
  ['is issued in 59 s', { iat: 59 }, true],
  ['is issued in 61 s', { iat: 61 }, false],
  ['begins in 59 s', { nbf: 59 }, true],
  ['begins in 61 s', { nbf: 61 }, false],
];

const toClaims = (now: Date, times: Record<string, number>): Claims =>
  Object.fromEntries(
    Object.entries({ iat: 0, exp: 300, ...times }).map(([name, from]) => [
      name,
      Math.floor(now.getTime() / 1000) + from,
    ]),
  );

describe('OpenID Connect', () => {
  let vendor: ScriptedIssuer;
  const { portal, makeSignedOn, start } = useSignOn(async (origin) => {
    vendor = await startScriptedIssuer(() => portal().clock.now());
    return { OUTBOUND_ALLOWED: [origin, vendor.issuer].map((address) => new URL(address).host).join() };
  });
  afterAll(() => vendor?.stop());

  let count = 0;
  async function makePerson() {
    count += 1;
    const domain = `clock${count}.example`;
    const { id } = await makeSignedOn(domain, { issuer: vendor.issuer });
    return { user: await portal().makeUser(id, { email: `ann@${domain}` }), subject: `subject-${count}` };
  }

  async function signIn(email: string, claims: Claims) {
    const browser = new Browser(portal());
    const callback = vendor.authorize(await start(browser, email), { claims: { email, ...claims } });
    return browser.post('/session/single-sign-on/finish', toAnswer(callback));
  }

  test.each(edges)('an identity token that %s', async (_name, times, isTaken) => {
    const { user, subject } = await makePerson();
    const step = await signIn(user.email, { sub: subject, ...toClaims(portal().clock.now(), times) });
    const denied = { status: 403, body: { code: 'session.sign-on-unsound' } };
    expect(step).toMatchObject(isTaken ? { status: 200 } : denied);
  });

  test('the clock of the moment counts, also of an issuer that is remembered', async () => {
    const { user, subject } = await makePerson();
    expect((await signIn(user.email, { sub: subject })).status).toBe(200);
    portal().clock.advance(9 * 60_000);
    const step = await signIn(user.email, { sub: subject, ...toClaims(portal().clock.now(), { exp: -61 }) });
    expect(step.status).toBe(403);
  });

  test.each(edges)('a sign-out token that %s', async (_name, times, isTaken) => {
    const { user, subject } = await makePerson();
    expect((await signIn(user.email, { sub: subject })).status).toBe(200);
    const token = await vendor.sign({
      ...toClaims(portal().clock.now(), times),
      aud: oidcClientId,
      jti: randomUUID(),
      sub: subject,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    const { status } = await portal().call('/session/single-sign-on/sign-out', {
      method: 'POST',
      body: `logout_token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(isTaken ? 204 : 400);
  });

  test.each([
    'https://login.microsoftonline.com/common/v2.0',
    'https://LOGIN.microsoftonline.com/organizations/v2.0/',
    'https://login.microsoftonline.com/Consumers/v2.0',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    'https://login.microsoftonline.com/{tenantid}/v2.0',
    'https://login.microsoftonline.us/common',
    'https://sts.windows.net/common/',
  ])('an issuer of all directories is not taken, and what to do is said: %s', async (issuer) => {
    const { superAdmin } = await portal().makeCompany();
    const { status, body } = await portal().call('/company/single-sign-on', {
      as: superAdmin,
      method: 'PUT',
      body: { kind: 'oidc', issuer, clientId: 'a', domains: [], isDemanded: false, breakGlass: [] },
    });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('https://login.microsoftonline.com/<directory ID>/v2.0');
  });

  test('an issuer of one directory is taken', async () => {
    const { superAdmin } = await portal().makeCompany();
    const issuer = 'https://login.microsoftonline.com/3f2a9c1e-0000-4000-8000-000000000001/v2.0';
    const body = { kind: 'oidc', issuer, clientId: 'a', domains: [], isDemanded: false, breakGlass: [] };
    expect((await portal().call('/company/single-sign-on', { as: superAdmin, method: 'PUT', body })).status).toBe(200);
  });
});

describe('SAML', () => {
  const { portal, makeSignedOn, signOn } = useSaml();
  const after = (seconds: number) => new Date(portal().clock.now().getTime() + seconds * 1000);

  // An answer counts from a minute before until five minutes after its time.
  test.each([
    ['ended 59 s ago', -300 - 59, true],
    ['ended 61 s ago', -300 - 61, false],
    ['begins in 59 s', 60 + 59, true],
    ['begins in 61 s', 60 + 61, false],
  ])('an answer that %s', async (name, seconds, isTaken) => {
    const domain = `saml-${name.replaceAll(' ', '-')}.example`;
    const { id } = await makeSignedOn(domain);
    await portal().makeUser(id, { email: `ann@${domain}` });
    const { step } = await signOn(id, `ann@${domain}`, { at: after(seconds) });
    expect(step.status).toBe(isTaken ? 200 : 403);
  });
});

describe('a user pool', () => {
  const { portal, makePerson, answerTokens, claimsOf, pool, signIn } = usePoolAnswers();

  test.each(edges)('an identity token that %s', async (_name, times, isTaken) => {
    const { user } = await makePerson();
    await answerTokens('InitiateAuth', { ...claimsOf(user.email), ...toClaims(portal().clock.now(), times) });
    const { body } = await signIn(new Browser(portal()), user.email);
    expect(body).toMatchObject(isTaken ? { state: 'signedIn' } : { code: 'session.sign-on-unsound' });
    expect(pool().calls.length).toBeGreaterThan(0);
  });
});
