import { expect, test } from 'vitest';
import type { SamlMetadata } from '#features/sign-in/contract/saml.ts';
import { createSamlProvider, sha1 } from '#server/outside/identity/testing/saml-provider.ts';
import { Browser } from '#server/testing/browser.ts';
import { useSaml } from './testing/use-saml.ts';

const { portal, provider, save, start, post, finish, get, makeSignedOn, signOn } = useSaml();

test('a company sets its identity provider by metadata; bad input changes nothing', async () => {
  const { superAdmin } = await portal().makeCompany();
  const readMetadata = (metadata: string) =>
    portal().call('/company/single-sign-on/metadata', { as: superAdmin, body: { metadata } });
  const read = await readMetadata(provider().metadata);
  expect(read).toMatchObject({
    status: 200,
    body: { issuer: provider().issuer, signInAddress: provider().signInAddress },
  });
  const faults = [
    ['', 'is empty'],
    ['<a/>', 'begins with <a>'],
    ['no XML', 'is no XML'],
    [`<!DOCTYPE a>${provider().metadata}`, 'has a document type'],
    ['<a>'.repeat(30_000), 'damaged'],
  ] as const;
  for (const [metadata, fault] of faults) {
    const message = expect.stringMatching(`^This metadata cannot be used\\. Reason: .*${fault}`) as string;
    const body = { code: 'single-sign-on.not-metadata', message };
    expect(await readMetadata(metadata)).toMatchObject({ status: 422, body });
  }
  const { certificates } = read.body as SamlMetadata;
  expect(await save(superAdmin, { certificates })).toMatchObject({
    status: 200,
    body: { kind: 'saml', issuer: provider().issuer, certificates: [{ pem: certificates[0] }] },
  });
  const none = 'AAAA';
  expect(await save(superAdmin, { certificates: [none] })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'certificates' }] },
  });
  expect(await save(superAdmin, { certificates: [] })).toMatchObject({ status: 422 });
  expect((await get(superAdmin)).certificates).toHaveLength(1);
  const { body } = await portal().call('/audit?entity=singleSignOn', { as: superAdmin });
  expect((body as { entries: object[] }).entries).toMatchObject([
    { after: { kind: 'saml', certificates: expect.stringMatching(/^[0-9A-F:]{95}$/) as string } },
  ]);
});

test('a user signs in by a posted answer, in the browser that began, once', async () => {
  const { id, superAdmin } = await makeSignedOn('acme.example');
  const ann = await portal().makeUser(id, { email: 'ann@acme.example' });
  const browser = new Browser(portal());
  const request = await start(browser, 'Ann@ACME.example');
  const own = await get(superAdmin);
  expect(request).toMatchObject({ issuer: own.entityId, assertionAddress: own.assertionAddress });
  const fields = provider().answer(request, ann.email, { signed: ['Assertion', 'Response'] });
  const { answer, page, query } = await post(id, fields);
  expect([answer.status, page.origin + page.pathname]).toEqual([303, own.redirectUri]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  // The code of one browser opens nothing in another, with no flow or one of its own.
  const other = new Browser(portal());
  const outOfTurn = { status: 409, body: { code: 'session.step-out-of-turn' } };
  expect(await finish(other, query)).toMatchObject(outOfTurn);
  const otherRequest = await start(other, ann.email);
  expect(await finish(other, { ...query, state: otherRequest.relayState })).toMatchObject({
    status: 403,
    body: { code: 'session.sign-on-unsound' },
  });
  expect(await finish(browser, query)).toMatchObject({ status: 200, body: { state: 'signedIn', email: ann.email } });
  const as = { authorization: `Bearer ${(await browser.fetchToken()) ?? ''}` };
  expect(await portal().call('/session/user', { headers: as })).toMatchObject({ body: { companyId: id } });
  expect(await finish(browser, query)).toMatchObject(outOfTurn);
  const { body } = await portal().call('/audit?entity=account', { as: superAdmin });
  expect((body as { entries: object[] }).entries).toContainEqual(
    expect.objectContaining({
      action: 'account.link',
      after: { issuer: provider().issuer, subject: ann.email },
    }),
  );
  // There is no page to sign out at, so that signing out ends the session here.
  expect(await browser.post('/session/sign-out')).toMatchObject({ body: { state: 'signedOut' } });
  expect((await portal().call('/session/user', { headers: as })).status).toBe(401);
});

const assertionOf = (xml: string) => /<Assertion .*<\/Assertion>/s.exec(xml)?.[0] ?? '';
const unsigned = (assertion: string) => assertion.replace(/<(?:ds:)?Signature .*<\/(?:ds:)?Signature>/s, '');
const forge = (assertion: string) =>
  unsigned(assertion)
    .replace(/ ID="[^"]+"/, ' ID="_forged"')
    .replaceAll('ann@', 'superadmin@');
const insideResponse = (xml: string, more: string) => xml.replace('</samlp:Response>', `${more}</samlp:Response>`);

const forgeries: Record<string, (xml: string) => string> = {
  'a changed name': (xml) => xml.replaceAll('>ann@', '>superadmin@'),
  'a changed attribute': (xml) => xml.replace('>a-group<', '>another-group<'),
  'a signature without content': (xml) => xml.replace(/SignatureValue>[^<]*</, 'SignatureValue><'),
};

test.each(Object.entries(forgeries))('%s ends the signature', async (_name, after) => {
  const { id, superAdmin, domain } = await makeCompany();
  const changes = { after, attributes: { group: 'a-group' } };
  const { posted } = await signOn(id, `ann@${domain}`, changes);
  expect(posted.query['error']).toBe('session.sign-on-unsound');
  expect((await get(superAdmin)).lastAnswer).toMatchObject({ outcome: 'signature', found: '' });
});

const wrappings: Record<string, (xml: string) => string> = {
  'two assertions': (xml) => insideResponse(xml, forge(assertionOf(xml))),
  'a forged assertion before the signed one': (xml) =>
    xml.replace(assertionOf(xml), `${forge(assertionOf(xml))}${assertionOf(xml)}`),
  'the signed assertion inside of a forged one': (xml) => {
    const signed = assertionOf(xml);
    return xml.replace(signed, forge(signed).replace('<Subject>', `<Advice>${signed}</Advice><Subject>`));
  },
  'the signed assertion in an extension': (xml) => {
    const signed = assertionOf(xml);
    const moved = `<samlp:Extensions>${signed}</samlp:Extensions>`;
    return xml.replace(signed, forge(signed)).replace('<samlp:Status>', `${moved}<samlp:Status>`);
  },
  'one ID twice': (xml) => insideResponse(xml, `<a ${/ID="_[^"]+"/.exec(assertionOf(xml))?.[0] ?? ''}/>`),
  'a document type': (xml) => `<!DOCTYPE a [<!ENTITY e "ann">]>${xml}`,
  'a comment in the name': (xml) => xml.replace('>ann@', '>ann@<!-- -->'),
  'a processing instruction': (xml) => xml.replace('<samlp:Status>', '<?a b?><samlp:Status>'),
  'deep nesting': (xml) => insideResponse(xml, '<a>'.repeat(20_000) + '</a>'.repeat(20_000)),
  'many elements': (xml) => insideResponse(xml, '<a/>'.repeat(20_000)),
  'many attributes': (xml) =>
    insideResponse(xml, `<a ${Array.from({ length: 5000 }, (_, index) => `a${index}="b"`).join(' ')}/>`),
  'tags that are not closed': (xml) => xml.replace('</samlp:Response>', ''),
  'no XML': () => 'no XML',
  'another root': () => '<a/>',
  'too much text': (xml) => insideResponse(xml, 'a'.repeat(120_000)),
};

test.each(Object.entries(wrappings))('an answer with %s is malformed', async (_name, after) => {
  const { id, superAdmin, domain } = await makeCompany();
  const fields = provider().answer(await start(new Browser(portal()), `ann@${domain}`), `ann@${domain}`, { after });
  const { answer, query } = await post(id, fields);
  expect([answer.status, query['error']]).toEqual([303, 'session.sign-on-unsound']);
  expect((await get(superAdmin)).lastAnswer).toMatchObject({ outcome: 'malformed', found: '' });
});

const minuteMs = 60_000;

test.each([
  ['no signature', () => ({ signed: [] }), 'signature', 'sign-on-unsound'],
  ['a signature of the answer alone', () => ({ signed: ['Response' as const] }), 'signature', 'sign-on-unsound'],
  ['SHA-1', () => ({ algorithms: sha1 }), 'algorithm', 'sign-on-unsound'],
  ['another issuer', () => ({ issuer: 'https://other.example' }), 'issuer', 'sign-on-unsound'],
  ['another audience', () => ({ audience: 'https://other.example' }), 'audience', 'sign-on-unsound'],
  ['another recipient', () => ({ recipient: 'https://other.example' }), 'recipient', 'sign-on-unsound'],
  ['another destination', () => ({ destination: 'https://other.example' }), 'destination', 'sign-on-unsound'],
  ['no request', () => ({ inResponseTo: undefined }), 'unsolicited', 'sign-on-unsolicited'],
  ['an old time', () => ({ at: at(-7) }), 'expired', 'sign-on-expired'],
  ['a time to come', () => ({ at: at(3) }), 'early', 'sign-on-expired'],
  ['a passing name', () => ({ nameIdFormat: `${formats}transient` }), 'subject', 'sign-on-unsound'],
  ['a refusal', () => ({ status: 'Responder', signed: [] }), 'refused', 'issuer-refused'],
])('an answer with %s is denied with its reason', async (_name, getChanges, outcome, code) => {
  const { id, superAdmin, domain } = await makeCompany();
  const { posted, step, browser } = await signOn(id, `ann@${domain}`, getChanges());
  expect([posted.answer.status, posted.query['error']]).toEqual([303, `session.${code}`]);
  expect(step).toMatchObject({ status: 403, body: { code: `session.${code}` } });
  expect(await browser.fetchToken()).toBeUndefined();
  expect((await get(superAdmin)).lastAnswer).toMatchObject({ outcome });
});

const formats = 'urn:oasis:names:tc:SAML:2.0:nameid-format:';
const at = (minutes: number) => new Date(portal().clock.now().getTime() + minutes * minuteMs);

let made = 0;

/** A company with a user called ann at its own domain. */
async function makeCompany() {
  made += 1;
  const domain = `saml${made}.example`;
  const company = await makeSignedOn(domain);
  await portal().makeUser(company.id, { email: `ann@${domain}` });
  return { ...company, domain };
}

test('what a signed answer said instead is shown to the SuperAdmins, what an unsigned one said is not', async () => {
  const { id, superAdmin, domain } = await makeCompany();
  await signOn(id, `ann@${domain}`, { audience: 'https://other.example' });
  expect((await get(superAdmin)).lastAnswer?.found).toBe('https://other.example');
  await signOn(id, `ann@${domain}`, { audience: 'https://other.example', signed: [] });
  expect((await get(superAdmin)).lastAnswer?.found).toBe('');
});

test('an answer that is sent again, or for a request of no browser, opens nothing', async () => {
  const { id, superAdmin, domain } = await makeCompany();
  const browser = new Browser(portal());
  const request = await start(browser, `ann@${domain}`);
  const fields = provider().answer(request, `ann@${domain}`);
  expect((await post(id, fields)).query).toMatchObject({ code: expect.any(String) as string });
  expect((await post(id, fields)).query).toMatchObject({ error: 'session.sign-on-expired' });
  expect((await get(superAdmin)).lastAnswer).toMatchObject({ outcome: 'replayed' });
  const invented = await post(id, provider().answer({ ...request, id: '_invented' }, `ann@${domain}`));
  expect(await finish(browser, invented.query)).toMatchObject({ body: { code: 'session.sign-on-unsound' } });
  expect(await browser.fetchToken()).toBeUndefined();
});

test('the relay state binds the answer to the browser, and the code expires after a minute', async () => {
  const { id, domain } = await makeCompany();
  const browser = new Browser(portal());
  const fields = provider().answer(await start(browser, `ann@${domain}`), `ann@${domain}`);
  const other = await post(id, { ...fields, RelayState: 'https://evil.example/' });
  expect(other.page.origin).toBe('http://portal.test');
  expect(await finish(browser, other.query)).toMatchObject({ body: { code: 'session.step-out-of-turn' } });
  const again = provider().answer(await start(browser, `ann@${domain}`), `ann@${domain}`);
  const { query } = await post(id, again);
  portal().clock.advance(minuteMs + 1);
  expect(await finish(browser, query)).toMatchObject({ body: { code: 'session.sign-on-unsound' } });
});

test('one company’s identity provider speaks for no other, even with the same name', async () => {
  const [one, two] = [await makeCompany(), await makeCompany()];
  const stranger = await createSamlProvider(provider().issuer, () => portal().clock.now());
  expect(
    (await save(two.superAdmin, { certificates: [stranger.certificate.cert], domains: [two.domain] })).status,
  ).toBe(200);
  const request = await start(new Browser(portal()), `ann@${one.domain}`);
  // Signed by the certificate of another company.
  const foreign = stranger.answer(request, `ann@${one.domain}`);
  expect((await post(one.id, foreign)).query['error']).toBe('session.sign-on-unsound');
  expect((await get(one.superAdmin)).lastAnswer).toMatchObject({ outcome: 'signature' });
  // For one company, and posted to the other, which even has the same certificate.
  await save(two.superAdmin, { domains: [two.domain] });
  const own = provider().answer(request, `ann@${one.domain}`);
  expect((await post(two.id, own)).query['error']).toBe('session.sign-on-unsound');
  expect((await get(two.superAdmin)).lastAnswer).toMatchObject({ outcome: 'destination' });
  // A code of the one company finishes no sign-in that began at the other.
  const browser = new Browser(portal());
  const { relayState } = await start(browser, `ann@${two.domain}`);
  const { code = '' } = (await post(one.id, own)).query;
  expect(await finish(browser, { state: relayState, code })).toMatchObject({ status: 403 });
  const none = await post('0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a01', own);
  expect([none.answer.status, none.query['error']]).toEqual([303, 'session.sign-on-unsound']);
});

test('a certificate is replaced without a break: two count, and sessions end only where none is kept', async () => {
  const { id, superAdmin, domain } = await makeCompany();
  const next = await createSamlProvider(provider().issuer, () => portal().clock.now());
  const [old, fresh] = [provider().certificate, next.certificate];
  const { browser } = await signOn(id, `ann@${domain}`);
  const isSignedIn = async () => (await browser.fetchToken()) !== undefined;
  await save(superAdmin, { domains: [domain], certificates: [old.cert, fresh.cert] });
  expect(await isSignedIn()).toBe(true);
  for (const signedWith of [old, fresh]) {
    expect((await signOn(id, `ann@${domain}`, { signedWith })).step.status).toBe(200);
  }
  await save(superAdmin, { domains: [domain], certificates: [fresh.cert] });
  expect(await isSignedIn()).toBe(true);
  expect((await signOn(id, `ann@${domain}`)).step.status).toBe(403);
  await save(superAdmin, { domains: [domain], certificates: [old.cert] });
  expect(await isSignedIn()).toBe(false);
  portal().clock.advance(3 * 24 * 60 * minuteMs);
  const as = await portal().makeUser(id, { roles: ['SuperAdmin'] });
  expect(await portal().call('/company/single-sign-on/test', { as, method: 'POST' })).toMatchObject({
    body: { outcome: 'certificate-expired' },
  });
});

test('people are matched as with any issuer: by the address of an attribute, in a verified domain, of a user', async () => {
  const { id, domain } = await makeCompany();
  const signIn = async (nameId: string, attributes: Record<string, string> = {}) =>
    (await signOn(id, `ann@${domain}`, { nameId, nameIdFormat: `${formats}persistent`, attributes })).step;
  const email = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
  expect((await signIn('subject-0')).body).toMatchObject({ code: 'session.email-unverified' });
  expect((await signIn('subject-1', { [email]: `Ann@${domain}` })).status).toBe(200);
  // Linked by now.
  expect((await signIn('subject-1')).status).toBe(200);
  expect((await signIn('subject-2', { [email]: 'ann@elsewhere.example' })).body).toMatchObject({
    code: 'session.foreign-domain',
  });
  expect((await signIn('subject-3', { mail: `unknown@${domain}` })).body).toMatchObject({ code: 'session.no-user' });
});

test('the metadata of the portal names the company’s own addresses', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const { entityId, assertionAddress } = await get(superAdmin);
  expect(new URL(entityId).pathname).toBe(`/api/session/single-sign-on/saml/${id}/metadata`);
  const answer = await portal().call(`/session/single-sign-on/saml/${id}/metadata`);
  expect(answer.headers.get('content-type')).toBe('application/samlmetadata+xml');
  expect(answer.body).toContain(`entityID="${entityId}"`);
  expect(answer.body).toContain(`Location="${assertionAddress}"`);
});

test.each([
  ['name', { nameId: 'ann&#0;@odd.example' }],
  ['name, half an emoji', { nameId: 'ann&#xD800;' }],
  ['name, a control character', { nameId: 'ann&#1;' }],
  ['address', { nameId: 'ann', attributes: { email: 'ann&#0;@odd.example' } }],
  ['audience', { audience: 'https://other.example/&#0;' }],
  ['issuer', { issuer: 'https://other.example/&#1;' }],
])('what cannot be stored in the %s of an answer is denied, and fails nothing', async (_name, changes) => {
  const { id, superAdmin } = await makeSignedOn(`odd${Math.random().toString(36).slice(2)}.example`);
  const { domains } = await get(superAdmin);
  const { posted, step } = await signOn(id, `ann@${domains[0]?.domain ?? ''}`, changes);
  expect([posted.answer.status, step.status]).toEqual([303, 403]);
  expect((await get(superAdmin)).lastAnswer?.outcome).not.toBe('ok');
});
