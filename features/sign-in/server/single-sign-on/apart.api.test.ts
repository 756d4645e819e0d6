import { expect, test } from 'vitest';
import { Browser } from '#server/testing/browser.ts';
import { readMails, waitForCode } from '#server/testing/caught-mail.ts';
import { testPassword, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm, profileForm } from '#server/testing/user-forms.ts';
import { addSecondFactor, expectOneCompanySession, makeShared } from './testing/one-company-session.ts';
import { useSignOn } from './testing/use-sign-on.ts';

/* Companies of one account: what one of them demands, opens or ends does nothing to the others. */

const { portal, save, makeSignedOn, signOn } = useSignOn();

const required = { status: 403, body: { code: 'session.single-sign-on-required' } };
const ofCompany = { status: 403, body: { code: 'session.address-of-company' } };

const signIn = (email: string, password = testPassword, browser = new Browser(portal())) =>
  browser.post('/session/sign-in', { email, password });

async function addTo(company: { superAdmin: TestUser }, email: string, values: object = {}): Promise<string> {
  const { status, body } = await portal().call('/users', {
    as: company.superAdmin,
    body: newUserForm({ email, ...values }),
  });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

/** With a call in the company, by which the person comes in. */
async function comeIn(user: TestUser, companyId: string): Promise<void> {
  const { status } = await portal().call('/session/user', { as: user, headers: { 'x-company': companyId } });
  expect(status).toBe(200);
}

/** A company that demands its issuer, for a verified domain. */
async function makeDemanding(domain: string) {
  const company = await makeSignedOn(domain);
  await addSecondFactor(portal(), company.superAdmin);
  const demand = { domains: [domain], isDemanded: true, breakGlass: [company.superAdmin.id] };
  return {
    ...company,
    demand: async () => expect(await save(company.superAdmin, demand)).toMatchObject({ status: 200 }),
  };
}

async function withToken(browser: Browser, headers: Record<string, string> = {}) {
  return { ...headers, authorization: `Bearer ${(await browser.fetchToken()) ?? 'a.b.c'}` };
}

test.each(['that has come in', 'that has never come in'])(
  'the demand of a company is not undone for a person %s by another one that adds the address',
  async (kind) => {
    const domain = `undone-${kind.length}.example`;
    const home = await makeDemanding(domain);
    const ann = await portal().makeUser(home.id, { email: `ann@${domain}` });
    if (kind === 'that has come in') await comeIn(ann, home.id);
    await home.demand();
    expect(await signIn(ann.email)).toMatchObject(required);
    const stranger = await portal().makeCompany();
    await addTo(stranger, ann.email, { roles: ['SuperAdmin'] });
    expect(await signIn(ann.email)).toMatchObject(required);
    expect(await signIn(ann.email.toUpperCase())).toMatchObject(required);
    await portal().call('/session/forgot-password', { body: { email: ann.email } });
    expect((await readMails(portal(), ann.email)).every(({ text }) => !/\b\d{6}\b/.test(text))).toBe(true);
    // A session of before the demand opens what the stranger shows, and nothing more.
    const before = { authorization: `Bearer ${ann.token}` };
    expect((await portal().call('/session/user', { headers: { ...before, 'x-company': home.id } })).status).toBe(401);
  },
);

test('the demand of a company that has only added the address closes no password', async () => {
  const { superAdmin: ann, id } = await portal().makeCompany();
  await comeIn(ann, id);
  const stranger = await makeDemanding('only-added.example');
  await stranger.demand();
  await addTo(stranger, ann.email);
  expect(await signIn(ann.email)).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  expect((await portal().call('/session/user', { as: ann })).body).toMatchObject({ isPasswordClosed: false });
});

test('a company that demands is left out of an address that changes in a session which does not open it', async () => {
  const home = await makeDemanding('left-out.example');
  const beta = await portal().makeCompany();
  const ann = await portal().makeUser(home.id);
  await comeIn(ann, home.id);
  const inBeta = await addTo(beta, ann.email);
  await comeIn(ann, beta.id);
  await home.demand();
  const newEmail = 'ann@moved-away.example';
  const headers = { 'x-company': beta.id };
  const form = profileForm(newEmail, { currentPassword: testPassword });
  expect(await portal().call(`/users/${inBeta}`, { as: ann, headers, body: form })).toMatchObject({ status: 200 });
  const code = await waitForCode(portal(), newEmail, /^Confirm your new e-mail address/);
  const verified = await portal().call('/session/verify-contact', { as: ann, headers, body: { code } });
  expect(verified.status).toBe(200);
  const read = (as: TestUser, id: string) => portal().call(`/users/${id}`, { as });
  expect((await read(beta.superAdmin, inBeta)).body).toMatchObject({ email: newEmail });
  expect((await read(home.superAdmin, ann.id)).body).toMatchObject({ email: ann.email });
  const log = await portal().call('/audit', { as: home.superAdmin });
  expect(JSON.stringify(log.body)).not.toContain(newEmail);
});

test('an address of a verified domain changes in a session that opens its company alone', async () => {
  const home = await makeDemanding('kept.example');
  const beta = await portal().makeCompany();
  const ann = await portal().makeUser(home.id, { email: 'ann@kept.example' });
  await comeIn(ann, home.id);
  const inBeta = await addTo(beta, ann.email);
  await comeIn(ann, beta.id);
  await home.demand();
  const headers = { 'x-company': beta.id };
  const form = profileForm('thief@elsewhere.example', { currentPassword: testPassword });
  const change = (call: object) => portal().call(`/users/${inBeta}`, { body: form, ...call });
  expect(await change({ as: ann, headers })).toMatchObject(ofCompany);
  for (const method of ['POST', 'DELETE']) {
    expect(await portal().call('/session/contact-code', { as: ann, headers, method })).toMatchObject(ofCompany);
  }
  const code = { as: ann, headers, body: { code: '123456' } };
  expect(await portal().call('/session/verify-contact', code)).toMatchObject(ofCompany);
  const browser = new Browser(portal());
  expect((await signOn(browser, ann.email)).step.status).toBe(200);
  const own = await portal().call(`/users/${ann.id}`, { headers: await withToken(browser), body: form });
  expect(own).toMatchObject({ status: 200, body: { pendingEmail: 'thief@elsewhere.example' } });
});

test('a session of one company’s issuer sees and ends its own alone, and changes nothing that all companies share', async () => {
  const dora = await makeSignedOn('hostile.example');
  const ann = await makeShared(portal(), dora.superAdmin, 'ann@hostile.example');
  const [browser, other] = [new Browser(portal()), new Browser(portal())];
  for (const each of [browser, other]) expect((await signOn(each, ann.email)).step.status).toBe(200);
  await expectOneCompanySession(portal(), { ann, browser, other });
});

test('an issuer signs in no one whose account has moved on from the address that was added', async () => {
  const dora = await makeSignedOn('moved.example');
  const ann = await portal().makeUser((await portal().makeCompany()).id, { email: 'ann@moved.example' });
  await addTo(dora, ann.email);
  await portal().database.systemPool.query(`update identity.accounts set email = 'ann@gone.example' where id = $1`, [
    ann.accountId,
  ]);
  expect((await signOn(new Browser(portal()), ann.email)).step.body).toMatchObject({ code: 'session.no-user' });
});

test('the settings of single sign-on show no second factor of whom was only added, who is no emergency user', async () => {
  const { superAdmin: ann, id } = await portal().makeCompany();
  await comeIn(ann, id);
  await addSecondFactor(portal(), ann);
  const stranger = await makeDemanding('asks.example');
  const added = await addTo(stranger, ann.email, { roles: ['SuperAdmin'] });
  const read = async () =>
    ((await portal().call('/company/single-sign-on', { as: stranger.superAdmin })).body as { superAdmins: object[] })
      .superAdmins;
  expect(await read()).toContainEqual(expect.objectContaining({ id: added, hasTwoFactor: false }));
  const demand = { domains: ['asks.example'], isDemanded: true, breakGlass: [added] };
  expect(await save(stranger.superAdmin, demand)).toMatchObject({ body: { code: 'single-sign-on.no-break-glass' } });
  await comeIn(ann, stranger.id);
  expect(await read()).toContainEqual(expect.objectContaining({ id: added, hasTwoFactor: true }));
  expect(await save(stranger.superAdmin, demand)).toMatchObject({ status: 200 });
});
