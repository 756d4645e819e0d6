import { afterAll, expect, test } from 'vitest';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { runAsOwner } from '#server/database/testing/test-server.ts';
import { oidcClientId, oidcClientSecret } from '#server/outside/identity/testing/oidc-issuer.ts';
import { createSamlProvider, readRequest } from '#server/outside/identity/testing/saml-provider.ts';
import { startScriptedIssuer, type ScriptedIssuer } from '#server/outside/identity/testing/scripted-issuer.ts';
import { Browser } from '#server/testing/browser.ts';
import { toAnswer, useSignOn } from './testing/use-sign-on.ts';

/*
 * A person of an honest company begins a sign-in at a hostile one, whose issuer sends the browser on to the honest issuer,
 * with the parameters of the attacker's own sign-in there. What the honest issuer answers must never reach the hostile one
 * (RFC 9700, section 4.4).
 */
let hostile: ScriptedIssuer;
const { portal, issuer, save, makeSignedOn, start } = useSignOn(async (origin) => {
  hostile = await startScriptedIssuer();
  return {
    OUTBOUND_ALLOWED: [origin, hostile.issuer].map((address) => new URL(address).host).join(),
    OIDC_SIGN_IN_ISSUER: origin,
    OIDC_SIGN_IN_CLIENT_ID: oidcClientId,
    OIDC_SIGN_IN_CLIENT_SECRET: oidcClientSecret,
  };
});
afterAll(() => hostile?.stop());

const shared = 'http://portal.test/single-sign-on';
const announced = { authorization_response_iss_parameter_supported: true };
const unsound = { status: 403, body: { code: 'session.sign-on-unsound' } };

/** Companies that were there before they had redirect URIs of their own. */
const shareRedirects = (...ids: string[]) =>
  runAsOwner(
    portal().database.ownerUrl,
    `update sign_in_providers set shares_redirect = true where company_id in (${ids.map((id) => `'${id}'`).join()})`,
  );

const finish = (browser: Browser, answer: Record<string, string>) =>
  browser.post('/session/single-sign-on/finish', answer);

/** Changes the attacker's sign-in at the honest issuer as the hostile one does: it gets the state of the person's. */
function redirectOn(attackers: string, persons: string, redirectUri: string | undefined): string {
  const address = new URL(attackers);
  address.searchParams.set('state', new URL(persons).searchParams.get('state') ?? '');
  if (redirectUri !== undefined) address.searchParams.set('redirect_uri', redirectUri);
  return address.href;
}

let count = 0;
async function makeBoth(toIds: (honest: string, evil: string) => string[]) {
  count += 1;
  const [own, bad] = [`own${count}.example`, `bad${count}.example`];
  const honest = await makeSignedOn(own);
  const evil = await makeSignedOn(bad, { issuer: hostile.issuer });
  const ids = toIds(honest.id, evil.id);
  if (ids.length > 0) await shareRedirects(...ids);
  return { honest, evil, ann: await portal().makeUser(honest.id, { email: `ann@${own}` }), annAtEvil: `ann@${bad}` };
}

test.each([
  ['with addresses of their own', () => [], undefined, {}],
  ['with the shared address of before', (honest: string, evil: string) => [honest, evil], shared, {}],
  ['whose hostile one claims to name itself', (honest: string, evil: string) => [honest, evil], shared, announced],
  ['whose honest one has the shared address', (honest: string) => [honest], shared, {}],
  ['whose hostile one has the shared address', (_: string, evil: string) => [evil], undefined, announced],
])('a code of one company’s issuer never reaches another’s, for companies %s', async (_name, toIds, uri, document) => {
  hostile.state.document = document;
  const { ann, annAtEvil } = await makeBoth(toIds);
  hostile.state.exchanged.length = 0;
  // Entra, Okta and Auth0 do not name themselves in an answer, Keycloak and this issuer do.
  for (const isNamed of [false, true]) {
    const [attacker, person] = [new Browser(portal()), new Browser(portal())];
    const address = redirectOn(await start(attacker, ann.email), await start(person, annAtEvil), uri);
    const { iss = '', ...answer } = toAnswer(await issuer().visit(address, ann.email));
    expect(answer['code']).toMatch(/./);
    expect(await finish(person, { ...answer, ...(isNamed && { iss }) })).toMatchObject(unsound);
  }
  expect(hostile.state.exchanged).toEqual([]);
});

test('a hostile issuer whose document leads to the honest issuer’s pages gets none of its codes', async () => {
  hostile.state.document = { ...announced, authorization_endpoint: `${issuer().issuer}/auth` };
  const { ann, annAtEvil } = await makeBoth((own, bad) => [own, bad]);
  hostile.state.exchanged.length = 0;
  for (const isNamed of [false, true]) {
    const person = new Browser(portal());
    const address = await start(person, annAtEvil);
    expect(address).toContain(`${issuer().issuer}/auth`);
    const { iss = '', ...answer } = toAnswer(await issuer().visit(address, ann.email));
    expect(answer['code']).toMatch(/./);
    expect(await finish(person, { ...answer, ...(isNamed && { iss }) })).toMatchObject(unsound);
  }
  expect(hostile.state.exchanged).toEqual([]);
});

test('a sign-out of one company’s client ends no session of another’s, of the same issuer and person', async () => {
  hostile.state.document = {};
  count += 1;
  const companies = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const domain = `${name}${count}.example`;
      const { id } = await makeSignedOn(domain, { issuer: hostile.issuer, clientId: `${name}-${count}` });
      const { email } = await portal().makeUser(id, { email: `ann@${domain}` });
      const browser = new Browser(portal());
      const said = { claims: { sub: 'the-same', sid: 'the-same', email } };
      const step = await finish(browser, toAnswer(hostile.authorize(await start(browser, email), said)));
      expect(step.status).toBe(200);
      return { browser, clientId: `${name}-${count}` };
    }),
  );
  const [first, second] = companies as [(typeof companies)[0], (typeof companies)[0]];
  const iat = Math.floor(portal().clock.now().getTime() / 1000);
  const named = { iat, exp: iat + 60, jti: `out-${count}`, sub: 'the-same', sid: 'the-same' };
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const token = await hostile.sign({ ...named, aud: second.clientId, events });
  const sent = await portal().call('/session/single-sign-on/sign-out', {
    method: 'POST',
    body: `logout_token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(sent.status).toBe(204);
  expect(await first.browser.fetchToken()).toBeDefined();
  expect(await second.browser.fetchToken()).toBeUndefined();
});

test('a code of the operator’s issuer never reaches a company’s, and the other way round', async () => {
  hostile.state.document = announced;
  const { evil, annAtEvil } = await makeBoth((_honest, bad) => [bad]);
  const { superAdmin } = await portal().makeCompany();
  hostile.state.exchanged.length = 0;
  const [attacker, person] = [new Browser(portal()), new Browser(portal())];
  const attackers = await start(attacker, superAdmin.email);
  expect(new URL(attackers).searchParams.get('redirect_uri')).toBe(shared);
  const persons = await start(person, annAtEvil);
  const callback = await issuer().visit(redirectOn(attackers, persons, undefined), superAdmin.email);
  const { state = '', code = '' } = toAnswer(callback);
  expect(await finish(person, { state, code })).toMatchObject(unsound);
  const other = await issuer().visit(await start(attacker, superAdmin.email), superAdmin.email);
  expect(await finish(attacker, { ...toAnswer(other), company: evil.id })).toMatchObject(unsound);
  expect(hostile.state.exchanged).toEqual([]);
});

test('a verified SAML answer of one company never reaches the issuer of another', async () => {
  hostile.state.document = announced;
  const { honest, ann, annAtEvil } = await makeBoth((_honest, bad) => [bad]);
  const provider = await createSamlProvider('https://idp.example', () => portal().clock.now());
  const saml = {
    kind: 'saml',
    issuer: provider.issuer,
    signInAddress: provider.signInAddress,
    certificates: [provider.certificate.cert],
    domains: [ann.email.split('@')[1]],
  };
  const form = { ...saml, clientId: undefined, clientSecret: undefined };
  expect(await save(honest.superAdmin, form)).toMatchObject({ status: 200 });
  hostile.state.exchanged.length = 0;
  const [attacker, person] = [new Browser(portal()), new Browser(portal())];
  const attackers = readRequest(await start(attacker, ann.email));
  const persons = new URL(await start(person, annAtEvil)).searchParams.get('state') ?? '';
  // The identity provider signs Ann in for the attacker's request, and gives back the state that came with it.
  const fields = { ...provider.answer(attackers, ann.email), RelayState: persons };
  const posted = await portal().call(`/session/single-sign-on/saml/${honest.id}`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example' },
  });
  const answer = toAnswer(posted.headers.get('location') ?? '');
  expect(answer).toMatchObject({ state: persons, company: honest.id });
  expect(await finish(person, answer)).toMatchObject(unsound);
  expect(hostile.state.exchanged).toEqual([]);
});

test('the shared address is used until the company says that its own one is registered, by issuers that name themselves', async () => {
  hostile.state.document = {};
  const { honest, evil, ann, annAtEvil } = await makeBoth((own, bad) => [own, bad]);
  const redirectOf = async (email: string) =>
    new URL(await start(new Browser(portal()), email)).searchParams.get('redirect_uri');
  expect(await redirectOf(ann.email)).toBe(shared);
  expect(await redirectOf(annAtEvil)).toBe(`${shared}/${evil.id}`);
  const browser = new Browser(portal());
  const callback = await issuer().visit(await start(browser, ann.email), ann.email);
  expect(await finish(browser, toAnswer(callback))).toMatchObject({ status: 200, body: { state: 'signedIn' } });

  const domains = [ann.email.split('@')[1]];
  expect(await save(honest.superAdmin, { domains })).toMatchObject({
    body: { usesSharedRedirect: true, redirectUri: `${shared}/${honest.id}` },
  });
  expect(await save(honest.superAdmin, { domains, usesSharedRedirect: false })).toMatchObject({
    body: { usesSharedRedirect: false },
  });
  expect(await redirectOf(ann.email)).toBe(`${shared}/${honest.id}`);
  // Back it goes for no one.
  const { body } = await save(honest.superAdmin, { domains, usesSharedRedirect: true });
  expect((body as SingleSignOn).usesSharedRedirect).toBe(false);
});
