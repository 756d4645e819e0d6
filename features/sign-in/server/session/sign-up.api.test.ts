import { expect, test } from 'vitest';
import { agreementVersion } from '#features/sign-in/contract/session-forms.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { Browser } from '#server/testing/browser.ts';
import { readMails, waitForCode, waitForMail } from '#server/testing/caught-mail.ts';
import { testPassword, useTestPortal } from '#server/testing/test-portal.ts';
import { newUserForm, signUpForm } from '#server/testing/user-forms.ts';

const entries = 'select action, entity, actor_email as "actorEmail", before, after from audit_entries';
const portal = useTestPortal();
const verification = /^Verify your/;

const query = async (text: string, values: unknown[]) =>
  (await portal().database.systemPool.query<Record<string, unknown>>(text, values)).rows;

test('who signs up verifies the address and is SuperAdmin of a new company of their own', async () => {
  const browser = new Browser(portal());
  const form = signUpForm({ company: 'Company of somebody else' });
  expect(await browser.post('/session/sign-up', form)).toMatchObject({
    status: 200,
    body: { state: 'confirmSignUp', email: form.email },
  });
  expect(await browser.fetchToken()).toBeUndefined();
  const early = await browser.post('/session/sign-in', { email: form.email, password: testPassword });
  expect(early).toMatchObject({ status: 200, body: { state: 'confirmSignUp' } });
  const code = await waitForCode(portal(), form.email, verification);
  const confirmed = await browser.post('/session/confirm-sign-up', { email: form.email, code });
  expect(confirmed).toMatchObject({ status: 200, body: { state: 'signIn', email: form.email } });
  const signedIn = await browser.post('/session/sign-in', { email: form.email, password: testPassword });
  expect(signedIn).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  const authorization = `Bearer ${await browser.fetchToken()}`;
  expect((await browser.call('/session/user', { headers: { authorization } })).body).toMatchObject({
    roles: ['SuperAdmin'],
    companyName: 'Company of somebody else',
    email: form.email,
  });
  expect((await browser.call('/users', { headers: { authorization } })).body).toHaveLength(1);
});

test('both agreements are kept with time and version', async () => {
  const form = signUpForm();
  await portal().call('/session/sign-up', { body: form });
  const rows = await query(
    `select document, version, accepted_at from agreements
     join identity.accounts a on a.id = account_id where a.email = $1 order by document`,
    [form.email],
  );
  expect(rows).toMatchObject([
    { document: 'dataProcessing', version: agreementVersion },
    { document: 'termsConditions', version: agreementVersion },
  ]);
  for (const row of rows) expect(Math.abs(Number(row['accepted_at']) - Date.now())).toBeLessThan(3_600_000);
});

test.each([
  ['email', '', 'Please input your Email!'],
  ['email', 'nobody', 'Email address in invalid format!'],
  ['firstName', '', 'Please input your First Name!'],
  ['lastName', ' ', 'Please input your Last Name!'],
  ['company', '', 'Please input your Company Name!'],
  ['password', '', 'Please input your Password!'],
  [
    'password',
    'weakling',
    'Password must contain minimum eight characters, at least one uppercase letter, one lowercase letter, one number and one special character!',
  ],
  ['termsConditions', false, 'Please agree with Terms & Conditions'],
  ['termsConditions', 'true', 'Please agree with Terms & Conditions'],
  ['dataProcessing', false, 'Please agree with Data Processing'],
])('%s as %j is refused with its message', async (field, value, message) => {
  const { status, body } = await portal().call('/session/sign-up', { body: signUpForm({ [field]: value }) });
  expect({ status, body }).toMatchObject({ status: 422, body: { fields: [{ path: field, message }] } });
});

test('roles, status and the like do not come in through the sign-up', async () => {
  for (const field of ['roles', 'status', 'isProvider', 'companyId', 'emailVerified']) {
    const { status, body } = await portal().call('/session/sign-up', { body: signUpForm({ [field]: 'SuperAdmin' }) });
    expect({ status, body }).toMatchObject({ status: 422, body: { fields: [{ path: field }] } });
  }
});

test('an address with an account is answered the same, its owner is mailed, and nothing is changed', async () => {
  const { superAdmin } = await portal().makeCompany();
  const fresh = signUpForm();
  const answers = [
    await portal().call('/session/sign-up', { body: fresh }),
    await portal().call('/session/sign-up', {
      body: signUpForm({ email: superAdmin.email, password: 'Thief-2026!x' }),
    }),
  ];
  const seen = answers.map(({ status, headers, body }) => ({
    status,
    state: (body as { state: string }).state,
    keys: Object.keys(body as object),
    cookies: headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, '=')),
  }));
  expect(seen[1]).toEqual(seen[0]);
  await waitForMail(portal(), superAdmin.email, /^You already have a/);
  expect((await readMails(portal(), superAdmin.email)).some(({ subject }) => verification.test(subject))).toBe(false);
  const thief = { email: superAdmin.email, password: 'Thief-2026!x' };
  expect((await portal().call('/session/sign-in', { body: thief })).status).toBe(401);
  expect(await query('select id from users where email = $1', [superAdmin.email])).toHaveLength(1);
});

test('a second sign-up with an unproven address makes no second company', async () => {
  const form = signUpForm({ company: 'First try' });
  await portal().call('/session/sign-up', { body: form });
  await portal().call('/session/sign-up', { body: { ...form, company: 'Second try' } });
  const rows = await query('select c.name from companies c join users u on u.company_id = c.id where u.email = $1', [
    form.email,
  ]);
  expect(rows).toEqual([{ name: 'Second try' }]);
});

test('an unproven sign-up never renames the company that made a user of the same address', async () => {
  const { superAdmin } = await portal().makeCompany({ name: 'Untouched' });
  const form = signUpForm({ company: 'Stranger' });
  await portal().call('/session/sign-up', { body: form });
  const body = newUserForm({ email: form.email });
  expect((await portal().call('/users', { as: superAdmin, body })).status).toBe(201);
  await portal().call('/session/sign-up', { body: { ...form, company: 'Renamed' } });
  const rows = await query(
    'select c.name, u.first_name from companies c join users u on u.company_id = c.id where u.email = $1',
    [form.email],
  );
  expect(rows).toContainEqual({ name: 'Untouched', first_name: 'Jaan' });
  expect(rows).not.toContainEqual(expect.objectContaining({ name: 'Renamed' }));
});

test('a SuperAdmin who adds an unproven address gets a user at home in their company, not in the stranger’s', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const form = signUpForm({ company: 'Stranger' });
  await portal().call('/session/sign-up', { body: form });
  expect((await portal().call('/users', { as: superAdmin, body: newUserForm({ email: form.email }) })).status).toBe(
    201,
  );
  const rows = await query(
    'select u.company_id from users u join identity.accounts a on a.id = u.account_id where a.email = $1',
    [form.email],
  );
  expect(rows).toEqual([{ company_id: id }]);
  expect((await portal().call('/session/sign-in', { body: form })).status).not.toBe(200);
});

test('a repeated sign-up agrees anew', async () => {
  const form = signUpForm();
  const readTime = async () =>
    Number(
      (
        await query(
          `select max(accepted_at) as time from agreements join identity.accounts a on a.id = account_id where a.email = $1`,
          [form.email],
        )
      )[0]?.['time'],
    );
  await portal().call('/session/sign-up', { body: form });
  const first = await readTime();
  portal().clock.advance(90_000);
  await portal().call('/session/sign-up', { body: form });
  expect((await readTime()) - first).toBeGreaterThanOrEqual(90_000);
});

test('a sign-up and its repetition open the log of the new company', async () => {
  const form = signUpForm({ company: 'First name' });
  await portal().call('/session/sign-up', { body: form });
  await portal().call('/session/sign-up', { body: { ...form, company: 'Second name' } });
  const [user] = await query('select company_id from users where email = $1', [form.email]);
  const noted = await portal().database.inCompany(String(user?.['company_id']), (tx) =>
    runSql(tx, `${entries} order by id`),
  );
  expect(noted).toMatchObject([
    { action: 'companies.sign-up', actorEmail: form.email, before: null, after: { company: 'First name' } },
    { action: 'companies.sign-up-again', before: { company: 'First name' }, after: { company: 'Second name' } },
  ]);
  expect(JSON.stringify(noted)).not.toContain(testPassword);
});
