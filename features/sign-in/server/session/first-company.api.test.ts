import { expect, test } from 'vitest';
import type { SessionStep } from '#features/sign-in/contract/session-forms.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { readAuthenticator } from '#server/testing/authenticator.ts';
import { Browser } from '#server/testing/browser.ts';
import { waitForTemporaryPassword } from '#server/testing/caught-mail.ts';
import { makePendingCompany } from '#server/testing/pending-company.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

/* The company that was the first to add an address is not the one that its person lands in. */

const portal = useTestPortal();
const newPassword = 'Another-Steward-2027!';

async function add(by: TestUser, email: string, values: object = {}): Promise<string> {
  const { status, body } = await portal().call('/users', { as: by, body: newUserForm({ email, ...values }) });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

/** An address that two companies have added: the first a stranger's. */
async function addToTwo() {
  const stranger = await portal().makeCompany({ name: 'Zed Holding' });
  const real = await portal().makeCompany({ name: 'Acme Works' });
  const { email } = newUserForm();
  const addedId = await add(stranger.superAdmin, email);
  const password = await waitForTemporaryPassword(portal(), email);
  await add(real.superAdmin, email);
  return { stranger, real, email, addedId, password };
}

async function signIn(email: string, password: string) {
  const browser = new Browser(portal());
  const { body } = await browser.post('/session/sign-in', { email, password });
  return { browser, state: (body as Partial<SessionStep>).state };
}

async function replacePassword(email: string, password: string) {
  const { browser, state } = await signIn(email, password);
  expect(state).toBe('requireNewPassword');
  const { body } = await browser.post('/session/new-password', { password: newPassword });
  return { browser, state: (body as SessionStep).state };
}

async function getCompany(browser: Browser, headers: Record<string, string> = {}): Promise<string> {
  const authorization = `Bearer ${(await browser.fetchToken()) ?? ''}`;
  const { body } = await browser.call('/session/user', { headers: { ...headers, authorization } });
  return (body as { companyId: string }).companyId;
}

const listActions = async (companyId: string) =>
  (
    await portal().database.inCompany(companyId, (tx) =>
      runSql<{ action: string; after: unknown }>(
        tx,
        `select action, after from audit_entries where action like 'account.%' order by occurred_at`,
      ),
    )
  ).map(({ action, after }) => [action, after]);

const setColumn = (assignment: string, email: string) =>
  portal().database.systemPool.query(`update public.users set ${assignment} where lower(email) = $1`, [email]);

test('who was added by several companies chooses one, and only that one learns of the sign-in', async () => {
  const { stranger, real, email, addedId, password } = await addToTwo();
  const { browser, state } = await replacePassword(email, password);
  expect(state).toBe('chooseCompany');
  const { body } = await browser.call('/session');
  expect(body).toMatchObject({ state: 'chooseCompany', companies: [{ id: real.id }, { id: stranger.id }] });
  expect(await browser.post('/session/token')).toMatchObject({
    status: 409,
    body: { code: 'session.step-out-of-turn' },
  });
  expect(await browser.post('/session/company', { companyId: real.id })).toMatchObject({
    status: 200,
    body: { state: 'signedIn' },
  });
  expect(await getCompany(browser)).toBe(real.id);
  expect(await listActions(real.id)).toEqual([['account.sign-in', { address: '127.0.0.1' }]]);
  expect(await listActions(stranger.id)).toEqual([]);
  const added = await portal().call(`/users/${addedId}`, { as: stranger.superAdmin });
  expect(added.body).toMatchObject({ access: { lastSignInAt: null } });
  // From now on it is not asked again, and the other company is a choice of the switch.
  const again = await signIn(email, newPassword);
  expect(again.state).toBe('signedIn');
  expect(await getCompany(again.browser)).toBe(real.id);
  expect(await listActions(stranger.id)).toEqual([]);
  expect(await getCompany(again.browser, { 'x-company': stranger.id })).toBe(stranger.id);
});

test('nothing but a company of the session can be chosen, and only while it asks', async () => {
  const { real, email, password } = await addToTwo();
  const other = await portal().makeCompany();
  const { browser } = await replacePassword(email, password);
  for (const companyId of [other.id, '00000000-0000-4000-8000-000000000000']) {
    expect(await browser.post('/session/company', { companyId })).toMatchObject({ status: 404 });
  }
  expect((await browser.post('/session/company', { companyId: 'all' })).status).toBe(422);
  expect((await browser.post('/session/company', { companyId: real.id.toUpperCase() })).status).toBe(200);
  expect((await browser.post('/session/company', { companyId: real.id })).status).toBe(409);
  expect((await new Browser(portal()).post('/session/company', { companyId: real.id })).status).toBe(401);
});

test('the state is there after a second factor too, and a stolen token of before opens nothing', async () => {
  const home = await portal().makeCompany();
  const person = await portal().makeUser(home.id);
  const secret = await enableFactor(person);
  for (const { superAdmin } of [await portal().makeCompany(), await portal().makeCompany()]) {
    await add(superAdmin, person.email);
  }
  // As where the own company has deactivated the person and taken it back.
  await setColumn('came_in_at = null', person.email);
  expect((await portal().call('/session/user', { as: person })).status).toBe(401);
  const { browser, state } = await signIn(person.email, 'Steward-2026!');
  expect(state).toBe('confirmSignIn');
  portal().clock.advance(60_000);
  const code = readAuthenticator(secret, portal().clock.now());
  expect((await browser.post('/session/confirm-sign-in', { method: 'totp', code })).body).toMatchObject({
    state: 'chooseCompany',
  });
});

async function enableFactor(person: TestUser): Promise<string> {
  const { body } = await portal().call('/session/two-factor', { as: person, body: { password: 'Steward-2026!' } });
  const { secret } = body as { secret: string };
  const code = readAuthenticator(secret, portal().clock.now());
  expect((await portal().call('/session/two-factor/confirm', { as: person, body: { code } })).status).toBe(200);
  return secret;
}

test('a verified domain says which company is meant', async () => {
  const { stranger, real, email, password } = await addToTwo();
  await portal().database.systemPool.query('update identity.accounts set email = $2 where email = $1', [
    email,
    'ann@proven.example',
  ]);
  await portal().database.inCompany(real.id, async (tx) => {
    await runSql(
      tx,
      `insert into sign_in_providers (company_id, kind, issuer, client_id) values ($1, 'oidc', 'https://id.example', 'c')`,
      [real.id],
    );
    await runSql(
      tx,
      `insert into sign_in_domains (company_id, domain, proof, proven_at) values ($1, 'proven.example', 'x', now())`,
      [real.id],
    );
  });
  const { browser, state } = await replacePassword('ann@proven.example', password);
  expect(state).toBe('signedIn');
  expect(await getCompany(browser)).toBe(real.id);
  expect(await listActions(stranger.id)).toEqual([]);
});

test('the only company of a person is opened, also beside one that waits for approval or has deactivated the person', async () => {
  const { superAdmin, id } = await portal().makeCompany();
  const waiting = await makePendingCompany(portal());
  const { email } = newUserForm();
  await add(superAdmin, email);
  const password = await waitForTemporaryPassword(portal(), email);
  const [added] = await portal().database.inCompany(id, (tx) =>
    runSql<{ accountId: string }>(tx, 'select account_id as "accountId" from users where email = $1', [email]),
  );
  await buildUser(portal().database, waiting.companyId, { email, accountId: added?.accountId });
  const left = await portal().makeCompany();
  const leftId = await add(left.superAdmin, email);
  await portal().call(`/users/${leftId}/deactivation`, { as: left.superAdmin, method: 'POST' });
  const { browser, state } = await replacePassword(email, password);
  expect(state).toBe('signedIn');
  expect(await getCompany(browser)).toBe(id);
});

test('who has come in to a company is not asked, by whichever company the address is added', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const person = await portal().makeUser(id);
  const stranger = await portal().makeCompany();
  await add(stranger.superAdmin, person.email, { roles: ['SuperAdmin'] });
  const { browser, state } = await signIn(person.email, 'Steward-2026!');
  expect(state).toBe('signedIn');
  expect(await getCompany(browser)).toBe(id);
  // Nor is a company that merely added the person opened in place of one that has deactivated it.
  await add((await portal().makeCompany()).superAdmin, person.email);
  await portal().call(`/users/${person.id}/deactivation`, { as: superAdmin, method: 'POST' });
  expect((await signIn(person.email, 'Steward-2026!')).state).toBe('chooseCompany');
});

test('a company that demands single sign-on leaves no one else as the silent choice', async () => {
  const { stranger, real, email, password } = await addToTwo();
  await portal().database.inCompany(real.id, (tx) =>
    runSql(
      tx,
      `insert into sign_in_providers (company_id, kind, issuer, client_id, is_demanded)
        values ($1, 'oidc', 'https://id.example', 'c', true)`,
      [real.id],
    ),
  );
  const { browser, state } = await replacePassword(email, password);
  expect(state).toBe('chooseCompany');
  const { body } = await browser.call('/session');
  expect((body as SessionStep).companies?.map(({ id }) => id)).toEqual([stranger.id]);
  expect((await browser.post('/session/company', { companyId: real.id })).status).toBe(404);
  expect(await listActions(stranger.id)).toEqual([]);
});
