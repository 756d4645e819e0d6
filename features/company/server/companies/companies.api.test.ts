import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, getDay } from '#contract/calendar/zones.ts';
import type { ListedCompany } from '#features/company/contract/companies.ts';
import { waitForCode, waitForMail } from '#server/testing/caught-mail.ts';
import { testPassword, useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { notifyAllCompanies } from '#server/background/notifications.ts';
import { useNotificationSubscribers } from '#server/testing/notification-subscribers.ts';
import { signUpForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal({ SIGN_UP: 'approval' });
const { toNotifications } = useNotificationSubscribers(portal);
let operator: TestUser;

beforeAll(async () => {
  operator = (await portal().makeCompany({ name: 'The provider', isProvider: true })).superAdmin;
});

/** Signs up and proves the address; answers the address. */
async function signUp(company: string): Promise<string> {
  const form = signUpForm({ company });
  const { headers } = await portal().call('/session/sign-up', { body: form });
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const code = await waitForCode(portal(), form.email, /^Verify your/);
  const body = { email: form.email, code };
  expect((await portal().call('/session/confirm-sign-up', { body, headers: { cookie } })).status).toBe(200);
  return form.email;
}

const signIn = (email: string) => portal().call('/session/sign-in', { body: { email, password: testPassword } });

async function findCompany(name: string): Promise<ListedCompany | undefined> {
  const { body } = await portal().call('/companies', { as: operator });
  return (body as ListedCompany[]).find((company) => company.name === name);
}

test('a sign-up is denied until the provider approves the company, which is mailed', async () => {
  const email = await signUp('Lepp OÜ');
  const denied = await signIn(email);
  expect(denied).toMatchObject({
    status: 403,
    body: { code: 'session.denied', message: 'PreAuthentication failed with error Access denied!.' },
  });
  expect(denied.headers.getSetCookie()).toEqual([]);
  const company = await findCompany('Lepp OÜ');
  expect(company).toMatchObject({ status: 'pending', isProvider: false, users: 1 });
  const approval = { as: operator, method: 'POST' };
  const admitted = await portal().call(`/companies/${company?.id}/approval`, approval);
  expect(admitted).toMatchObject({ status: 200, body: { status: 'active' } });
  await waitForMail(portal(), email, /^Your .* account is ready$/);
  expect(await signIn(email)).toMatchObject({ status: 200, body: { state: 'signedIn' } });
});

test('those who may approve get one e-mail for each waiting sign-up, at most one an hour, unless they unsubscribe', async () => {
  const admin = await portal().makeUser(operator.companyId, { roles: ['Admin', 'User'] });
  const notify = async () => {
    await notifyAllCompanies(toNotifications());
    return portal().database.inCompany(operator.companyId, (tx) =>
      runSql<{ recipient: string; subject: string; text: string }>(
        tx,
        `select recipient, subject, body_text as text from sent_mails where kind = 'signUps' order by made_at, subject`,
      ),
    );
  };
  await portal().call('/session/sign-up', { body: signUpForm({ company: 'Unproven OÜ' }) });
  expect(await notify()).toEqual([]);
  await signUp('Pärn OÜ');
  const [first, ...others] = await notify();
  expect(first).toMatchObject({ recipient: operator.email, subject: 'Pärn OÜ waits for your approval' });
  expect(others).toEqual([]);
  expect(first?.text).toContain('/companies?only=waitingApprovals');
  expect(first?.text).not.toContain('Unproven');
  await signUp('Haab OÜ');
  await signUp('Saar OÜ');
  expect(await notify()).toHaveLength(1);
  portal().clock.advance(3_600_001);
  const sent = await notify();
  expect(sent.map(({ subject }) => subject)).toEqual([first?.subject, '2 companies wait for your approval']);
  for (const name of ['Haab OÜ', 'Saar OÜ']) expect(sent[1]?.text).toContain(`${name} signed up on`);
  expect(sent[1]?.text).not.toContain('Pärn');
  portal().clock.advance(3_600_001);
  expect(await notify()).toHaveLength(2);
  const { text } = await waitForMail(portal(), operator.email, /^2 companies wait/);
  const token = /unsubscribe\?token=(\S+)/.exec(text)?.[1] ?? '';
  expect((await portal().call('/unsubscribe', { body: { token: decodeURIComponent(token) } })).status).toBe(200);
  await signUp('Vaher OÜ');
  portal().clock.advance(3_600_001);
  expect(await notify()).toHaveLength(2);
  expect(JSON.stringify(await notify())).not.toContain(admin.email);
  // The sessions of the other tests are those of before.
  portal().clock.advance(-3 * 3_600_003);
});

test('an approval is in the company’s log, once', async () => {
  await signUp('Kask OÜ');
  const company = await findCompany('Kask OÜ');
  const path = `/companies/${company?.id}/approval`;
  await portal().call(path, { as: operator, method: 'POST' });
  await portal().call(path, { as: operator, method: 'POST' });
  const { body } = await portal().call('/audit', { as: operator, headers: { 'x-company': company?.id ?? '' } });
  expect((body as { entries: unknown[] }).entries).toMatchObject([
    { action: 'companies.enter', actor: { company: 'The provider' } },
    { action: 'companies.approve', actor: { company: 'The provider' }, before: { status: 'pending' } },
    { action: 'companies.sign-up', actor: { company: null }, after: { status: 'pending' } },
  ]);
});

test('an unverified sign-up is neither listed nor approved', async () => {
  const form = signUpForm({ company: 'Nobody OÜ' });
  await portal().call('/session/sign-up', { body: form });
  expect(await findCompany('Nobody OÜ')).toBeUndefined();
  const { rows } = await portal().database.systemPool.query<{ company_id: string }>(
    'select company_id from users where email = $1',
    [form.email],
  );
  const path = `/companies/${rows[0]?.company_id}/approval`;
  expect((await portal().call(path, { as: operator, method: 'POST' })).status).toBe(404);
});

test('the provider sets the first billed day of a company, which is that of the sign-up', async () => {
  await signUp('Tamm OÜ');
  const { id, billedSince } = (await findCompany('Tamm OÜ')) ?? {};
  const today = getDay(portal().clock.now().getTime(), 'Europe/Tallinn');
  expect(billedSince).toBe(today);
  const put = (day: unknown, company = id) =>
    portal().call(`/companies/${company}/billed-since`, { as: operator, method: 'PUT', body: { day } });
  expect(await put('2026-02-28')).toMatchObject({ status: 200, body: { id, billedSince: '2026-02-28' } });
  for (const day of [addDays(today, 1), '2026-02-29', '1999-12-31', '', null]) {
    expect(await put(day)).toMatchObject({ status: 422, body: { fields: [{ path: 'day' }] } });
  }
  expect(await put(today, operator.companyId)).toMatchObject({ body: { code: 'companies.provider-invoice' } });
  const { body } = await portal().call('/audit', { as: operator, headers: { 'x-company': id ?? '' } });
  expect((body as { entries: unknown[] }).entries).toContainEqual(
    expect.objectContaining({ action: 'companies.update-billed-since', before: { billedSince: today } }),
  );
});

test('companies are the provider’s SuperAdmins’ to see and to admit', async () => {
  const { superAdmin } = await portal().makeCompany();
  const colleague = await portal().makeUser(operator.companyId, { roles: ['Admin', 'User'] });
  for (const as of [superAdmin, colleague]) {
    expect((await portal().call('/companies', { as })).status).toBe(403);
    const path = `/companies/${superAdmin.companyId}/approval`;
    expect((await portal().call(path, { as, method: 'POST' })).status).toBe(403);
  }
});

test('a company header opens one’s own memberships alone, and every company to the provider’s SuperAdmins', async () => {
  const { superAdmin } = await portal().makeCompany();
  const colleague = await portal().makeUser(operator.companyId, { roles: ['Admin', 'User'] });
  const as = (who: TestUser, companyId: string) =>
    portal().call('/session/user', { as: who, headers: { 'x-company': companyId } });
  expect((await as(superAdmin, superAdmin.companyId)).status).toBe(200);
  expect((await as(superAdmin, operator.companyId)).status).toBe(401);
  expect((await as(colleague, superAdmin.companyId)).status).toBe(401);
  expect((await as(superAdmin, 'garbage')).status).toBe(401);
  expect(await as(operator, superAdmin.companyId)).toMatchObject({
    status: 200,
    body: {
      companyId: superAdmin.companyId,
      roles: ['SuperAdmin'],
      homeCompanyName: 'The provider',
      email: operator.email,
    },
  });
  expect((await as(operator, operator.companyId)).body).toMatchObject({ homeCompanyName: null });
});

describe('the companies as a file', () => {
  const download = (filter: object, as = operator, headers = {}) =>
    portal().call('/exports/companies', { as, headers, body: { ...filter, format: 'jsonl' } });

  test('are those of the list with its figures, and say nothing of a person', async () => {
    const own = await portal().makeCompany({ name: '=Acme()' });
    const { status, body } = await download({ companies: [own.id] });
    expect(status).toBe(200);
    expect(JSON.parse(String(body))).toEqual({
      id: own.id,
      name: '=Acme()',
      status: 'Active',
      isProvider: false,
      users: 1,
      spend: 0,
      overdueInvoices: 0,
      overdue: 0,
      unbilledRuns: 0,
      unmappedRuns: 0,
      lastConversation: null,
      createdAtLocal: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      suspendedFromLocal: null,
      suspendedFrom: null,
      suspensionReason: null,
      deletionDueAtLocal: null,
      deletionDueAt: null,
    });
    const all = await download({});
    const { body: listed } = await portal().call('/companies', { as: operator });
    expect(all.headers.get('x-row-count')).toBe(String((listed as ListedCompany[]).length));
    const { body: log } = await portal().call('/audit?entity=company', { as: operator });
    expect((log as { entries: { action: string }[] }).entries[0]).toMatchObject({ action: 'companies.export' });
  });

  test('are in no file and no log of another company: the provider gets them at home alone', async () => {
    const { id, superAdmin } = await portal().makeCompany();
    const headers = { 'x-company': id };
    expect((await download({}, superAdmin)).status).toBe(403);
    expect(await download({}, operator, headers)).toMatchObject({ status: 409, body: { code: 'exports.at-home' } });
    const prepare = (as: TestUser, of = {}) =>
      portal().call('/exports/files', { as, headers: of, body: { kind: 'companies', filter: {}, format: 'csv' } });
    expect((await prepare(superAdmin)).status).toBe(403);
    expect(await prepare(operator, headers)).toMatchObject({ status: 409, body: { code: 'exports.at-home' } });
    expect((await prepare(operator)).status).toBe(201);
  });
});

describe('notes about a company', () => {
  test('are added, changed by their author alone and deleted, newest first, and are in the log of the provider without their text', async () => {
    const { id, superAdmin } = await portal().makeCompany({ name: 'Noted Ltd' });
    const provider = await portal().makeUser(operator.companyId, { roles: ['SuperAdmin'], firstName: 'Second' });
    const path = `/companies/${id}/notes`;
    const send = (as: TestUser, method: string, to: string, body?: object) => portal().call(to, { as, method, body });
    const { body: first } = await send(operator, 'POST', path, { text: ' Called Mari\nWants a demo ' });
    portal().clock.advance(60_000);
    await send(provider, 'POST', path, { text: 'Secret plan' });
    const { body: listed } = await send(operator, 'GET', path);
    expect(listed).toMatchObject({
      companyName: 'Noted Ltd',
      count: 2,
      notes: [
        { text: 'Secret plan', canEdit: false, editedAt: null },
        { text: 'Called Mari\nWants a demo', canEdit: true, version: 1 },
      ],
    });
    const own = `${path}/${(first as { id: string }).id}`;
    expect(await send(operator, 'PUT', own, { text: 'Called again', version: 1 })).toMatchObject({
      status: 200,
      body: { text: 'Called again', version: 2, editedAt: expect.any(String) as string },
    });
    expect(await send(operator, 'PUT', own, { text: 'Older', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'record.stale', current: { text: 'Called again', version: 2 } },
    });
    expect(await send(provider, 'PUT', own, { text: 'Mine' })).toMatchObject({
      status: 403,
      body: { code: 'company-notes.not-own' },
    });
    for (const text of ['', ' \n ', 'x'.repeat(2001)]) {
      expect(await send(operator, 'POST', path, { text })).toMatchObject({ status: 422 });
    }
    // Of no company at all, and by way of another one.
    expect((await send(operator, 'GET', path.replace(id, (first as { id: string }).id))).status).toBe(404);
    expect((await send(operator, 'PUT', own.replace(id, operator.companyId), { text: 'Elsewhere' })).status).toBe(404);

    const { body: figures } = await portal().call('/companies/figures', { as: operator });
    expect((figures as { id: string; notes: unknown }[]).find((each) => each.id === id)?.notes).toEqual({
      count: 2,
      latest: 'Secret plan',
    });

    for (const [method, to, body] of [
      ['GET', path],
      ['POST', path, { text: 'Mine' }],
      ['PUT', own, { text: 'Mine' }],
      ['DELETE', own],
    ] as const) {
      expect((await send(superAdmin, method, to, body)).status).toBe(403);
    }
    expect((await send(provider, 'DELETE', own)).status).toBe(204);
    expect((await send(operator, 'DELETE', own)).status).toBe(404);

    const { body: log } = await portal().call('/audit?entity=companyNote', { as: operator });
    expect(
      (log as { entries: Record<string, unknown>[] }).entries.map(({ action, entityLabel, before, after }) => [
        action,
        entityLabel,
        before,
        after,
      ]),
    ).toEqual([
      ['companyNotes.delete', 'Noted Ltd', { author: expect.any(String) as string }, null],
      ['companyNotes.update', 'Noted Ltd', null, null],
      ['companyNotes.create', 'Noted Ltd', null, null],
      ['companyNotes.create', 'Noted Ltd', null, null],
    ]);
    expect(JSON.stringify((await portal().call('/audit', { as: operator })).body)).not.toContain('Secret plan');
    // Its own denied requests are all that the company reads of it.
    const { body: ofCompany } = await portal().call('/audit', { as: superAdmin });
    const actions = (ofCompany as { entries: { action: string }[] }).entries.map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(['request.refuse']));
  });
});
