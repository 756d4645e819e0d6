import { beforeAll, expect, test } from 'vitest';
import { intakeExample } from '#features/intake/contract/intake-example.ts';
import { sapForm } from '#features/integrations/server/testing/integration-forms.ts';
import { beginSuspensions } from './suspension.service.ts';
import { readMails, waitForMail } from '#server/testing/caught-mail.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { makePendingCompany } from '#server/testing/pending-company.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let operator: TestUser;

beforeAll(async () => {
  portal().clock.advance(Date.parse('2031-11-04T10:00:00Z') - portal().clock.now().getTime());
  operator = (await portal().makeCompany({ name: 'The provider', isProvider: true })).superAdmin;
});

const reason = 'Three invoices are overdue.';

/** A company with an Admin, a User and an assistant. */
async function makeCustomer(name: string) {
  const { id, superAdmin } = await portal().makeCompany({ name });
  const admin = await portal().makeUser(id, { roles: ['Admin'] });
  const user = await portal().makeUser(id);
  const { secret } = await makeIntakeKey(portal(), id, { name: 'Assistant' });
  const report = (path: string, body?: unknown) =>
    portal().call(path, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } });
  return {
    id,
    superAdmin,
    admin,
    user,
    report,
    ask: (requestId: string) => report('/authorize', { skill: 'Leave', requestId }),
    suspend: (body: object = { reason }) =>
      portal().call(`/companies/${id}/suspension`, { as: operator, method: 'POST', body }),
    reactivate: () => portal().call(`/companies/${id}/suspension`, { as: operator, method: 'DELETE' }),
    getSuspension: async () =>
      ((await portal().call('/session/user', { as: user })).body as { suspension: unknown }).suspension,
  };
}

const begin = () =>
  beginSuspensions({ database: portal().database, mails: portal().adapters.mails, clock: portal().clock });

test('a suspension refuses every paid feature with its reason at once, and a reactivation gives them back', async () => {
  const { id, superAdmin, user, admin, report, ask, suspend, reactivate, getSuspension } = await makeCustomer('Acme');
  const allowed = (await ask('before')).body as { decision: string; reservation: string };
  expect(allowed.decision).toBe('allow');
  const from = portal().clock.now().toISOString();
  expect(await suspend({ reason: ` ${reason} ` })).toMatchObject({
    status: 200,
    body: { status: 'suspended', suspension: { from, reason } },
  });
  expect((await ask('during')).body).toEqual({
    decision: 'deny',
    reservation: null,
    remaining: null,
    message: `“Leave” cannot run now, because your company is suspended. Reason: ${reason}`,
  });
  const refused = {
    status: 403,
    body: { code: 'company.suspended', message: expect.stringContaining(`Reason: ${reason}`) },
  };
  expect(await report('/intake/conversations', intakeExample)).toMatchObject(refused);
  expect(await report('/otlp/v1/traces', { resourceSpans: [] })).toMatchObject(refused);
  expect(await report('/otlp/v1/logs', { resourceLogs: [] })).toMatchObject(refused);
  expect(await report('/intake/files')).toMatchObject(refused);
  expect(await getSuspension()).toEqual({ from, reason, isInForce: true });
  // What was allowed before is settled, and everything stays readable.
  expect((await report(`/authorize/${allowed.reservation}/commit`)).status).toBe(200);
  expect((await portal().call('/company/skills/usage', { as: user })).status).toBe(200);
  expect(await begin()).toBe(0);
  expect(await reactivate()).toMatchObject({ status: 200, body: { status: 'active', suspension: null } });
  expect((await ask('during')).body).toMatchObject({ decision: 'allow' });
  expect((await report('/intake/conversations', intakeExample)).status).toBe(200);
  expect(await getSuspension()).toBeNull();
  for (const { email } of [superAdmin, admin]) {
    const mail = await waitForMail(portal(), email, /^Acme has been suspended$/);
    expect(mail.text).toContain(`Reason: ${reason}`);
    await waitForMail(portal(), email, /^Acme has been reactivated$/);
  }
  expect(await readMails(portal(), user.email)).toEqual([]);
  const { body } = await portal().call('/audit?entity=company', { as: superAdmin });
  expect((body as { entries: unknown[] }).entries).toMatchObject([
    { action: 'companies.reactivate', before: { suspensionReason: reason }, entityId: id },
    { action: 'companies.suspend', actor: { company: 'The provider' }, after: { suspendedFrom: from } },
  ]);
});

test('a suspended company gets no new access to a paid feature, and closes what it has', async () => {
  const { id, superAdmin: as, suspend, reactivate } = await makeCustomer('Hooli');
  const key = await makeIntakeKey(portal(), id, { name: 'Second' });
  const { body: integration } = await portal().call('/integrations', { as, body: sapForm() });
  const grant = `/integration-grants/${(integration as { id: string }).id}/${key.id}`;
  expect(await portal().call(grant, { as, method: 'PUT' })).toMatchObject({ status: 200 });
  await suspend();
  const refused = { status: 403, body: { code: 'company.suspended', message: expect.stringContaining(reason) } };
  const opening = [
    ['/intake/keys', 'POST', { name: 'Third' }],
    [`/intake/keys/${key.id}/rotation`, 'POST', {}],
    [grant, 'PUT', {}],
  ] as const;
  for (const [path, method, body] of opening) {
    expect({ path, ...(await portal().call(path, { as, method, body })) }).toMatchObject({ path, ...refused });
    const headers = { 'x-company': id };
    expect(await portal().call(path, { as: operator, method, body, headers })).toMatchObject(refused);
  }
  const closing = [
    [`/intake/keys/${key.id}`, 'PUT', { name: 'Renamed' }],
    [grant, 'DELETE', undefined],
    [`/intake/keys/${key.id}`, 'DELETE', undefined],
  ] as const;
  for (const [path, method, body] of closing)
    expect({ path, ...(await portal().call(path, { as, method, body })) }).toMatchObject({ path, status: 200 });
  await reactivate();
  expect((await portal().call('/intake/keys', { as, body: { name: 'Third' } })).status).toBe(201);
});

test('a planned suspension is announced, begins by itself in the company’s zone, and can be cancelled before', async () => {
  const { superAdmin, ask, report, suspend, reactivate, getSuspension } = await makeCustomer('Globex');
  expect(await suspend({ reason, from: '2031-12-01' })).toMatchObject({
    body: { status: 'active', suspension: { from: '2031-11-30T22:00:00.000Z' } },
  });
  await waitForMail(portal(), superAdmin.email, /^Globex will be suspended on 1 December 2031$/);
  expect(await getSuspension()).toMatchObject({ isInForce: false });
  expect((await ask('announced')).body).toMatchObject({ decision: 'allow' });
  expect((await suspend()).status).toBe(409);
  expect((await reactivate()).status).toBe(200);
  await waitForMail(portal(), superAdmin.email, /^The suspension of Globex has been cancelled$/);
  await suspend({ reason, from: '2031-11-04T12:02' });
  portal().clock.advance(119_000);
  expect(await begin()).toBe(0);
  portal().clock.advance(1000);
  // In force by the clock alone.
  expect((await report('/intake/conversations', intakeExample)).status).toBe(403);
  expect(await begin()).toBe(1);
  expect(await begin()).toBe(0);
  await waitForMail(portal(), superAdmin.email, /^Globex has been suspended$/);
  const { body } = await portal().call('/audit?entity=company', { as: superAdmin });
  expect((body as { entries: { action: string }[] }).entries.map(({ action }) => action)).toEqual([
    'companies.begin-suspension',
    'companies.announce-suspension',
    'companies.cancel-suspension',
    'companies.announce-suspension',
  ]);
});

test('what makes no sense is refused with its reason', async () => {
  const { superAdmin, suspend, reactivate } = await makeCustomer('Initech');
  const isInvalid = async (body: object, path: string) =>
    expect(await suspend(body)).toMatchObject({ status: 422, body: { fields: [{ path }] } });
  await isInvalid({}, 'reason');
  await isInvalid({ reason: ' \u00A0' }, 'reason');
  await isInvalid({ reason: 'x'.repeat(501) }, 'reason');
  for (const from of ['', 'tomorrow', '2031-02-30', '2031-12-01T24:00', '2031-11-04', '2031-11-04T12:00'])
    await isInvalid({ reason, from }, 'from');
  expect(await reactivate()).toMatchObject({ status: 409, body: { code: 'companies.not-suspended' } });
  expect((await suspend()).status).toBe(200);
  expect(await suspend()).toMatchObject({ status: 409, body: { code: 'companies.suspended' } });
  const call = (id: string, as = operator) =>
    portal().call(`/companies/${id}/suspension`, { as, method: 'POST', body: { reason } });
  expect(await call(operator.companyId)).toMatchObject({ status: 409, body: { code: 'companies.provider' } });
  const { companyId: pendingId } = await makePendingCompany(portal());
  expect(await call(pendingId)).toMatchObject({ status: 409, body: { code: 'companies.pending' } });
  expect((await call(superAdmin.companyId, superAdmin)).status).toBe(403);
});
