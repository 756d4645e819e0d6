import { beforeEach, expect, test } from 'vitest';
import type { FirstStepKind } from '#contract/first-steps/first-steps.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import type { Attention } from '#features/dashboard/contract/attention.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let company: { id: string; superAdmin: TestUser };

const run = <Row extends object>(text: string, values: unknown[] = []) =>
  portal().database.inCompany(company.id, (tx) => runSql<Row>(tx, text, values));

async function find(as = company.superAdmin): Promise<Attention['firstSteps']> {
  const { status, body } = await portal().call('/attention', { as });
  expect(status).toBe(200);
  return (body as Attention).firstSteps;
}

const listDone = async (): Promise<FirstStepKind[] | undefined> =>
  (await find())?.steps.filter(({ isDone }) => isDone).map(({ kind }) => kind);

const fillCompany = () =>
  run(
    `update companies set address_1 = 'Pikk 1', zip = '10123', city = 'Tallinn', country = 'EE', vat_number = 'EE100594102'`,
  );

async function report(): Promise<void> {
  const { secret } = await makeIntakeKey(portal(), company.id, { name: 'Teams' });
  const date = portal().clock.now().toISOString();
  const { status } = await portal().call('/intake/conversations', {
    headers: { authorization: `Bearer ${secret}` },
    body: { conversations: [{ id: 'first', date, turns: [{ date, durationMs: 5 }] }] },
  });
  expect(status).toBe(200);
}

async function readFirst(as = company.superAdmin): Promise<void> {
  const now = portal().clock.now().getTime();
  const day = 86_400_000;
  const { body } = await portal().call('/analytics/logs', {
    as,
    body: { from: new Date(now - day).toISOString(), to: new Date(now + day).toISOString() },
  });
  const [first] = (body as { payloads: { _id: string }[] }).payloads;
  const { status } = await portal().call(`/analytics/logs/conversation/${first?._id}`, { as });
  expect(status).toBe(200);
}

async function setLimit(): Promise<void> {
  await run('insert into company_limits (limit_ten_thousandths) values (10000)');
}

beforeEach(async () => {
  company = await portal().makeCompany();
  await run('update companies set has_first_steps = true, address_1 = null, vat_number = null');
});

test('each step ticks itself by what is stored, and the list does not return when one is undone', async () => {
  expect(await find()).toEqual({
    steps: [
      { kind: 'assistant', isDone: false },
      { kind: 'conversation', isDone: false },
      { kind: 'limit', isDone: false },
      { kind: 'people', isDone: false },
      { kind: 'companyData', isDone: false },
    ],
    asksReaders: true,
  });
  await report();
  expect(await listDone()).toEqual(['assistant']);
  await readFirst();
  expect(await listDone()).toEqual(['assistant', 'conversation']);
  await setLimit();
  expect(await listDone()).toEqual(['assistant', 'conversation']);
  await run('update notification_settings set account_limit = true');
  expect(await listDone()).toEqual(['assistant', 'conversation', 'limit']);
  await portal().makeUser(company.id, { roles: ['User'] });
  expect(await listDone()).toEqual(['assistant', 'conversation', 'limit', 'people']);
  await fillCompany();
  expect(await find()).toBeUndefined();
  await run('update company_limits set limit_ten_thousandths = null');
  expect(await find()).toBeUndefined();
});

test('the provider who reads a conversation ticks nothing, and is not asked who may read', async () => {
  const provider = await portal().makeCompany({ isProvider: true });
  await report();
  const acting = { as: provider.superAdmin, headers: { 'x-company': company.id } };
  const now = portal().clock.now().getTime();
  const { body } = await portal().call('/analytics/logs', {
    ...acting,
    body: { from: new Date(now - 60_000).toISOString(), to: new Date(now + 60_000).toISOString() },
  });
  const [first] = (body as { payloads: { _id: string }[] }).payloads;
  expect((await portal().call(`/analytics/logs/conversation/${first?._id}`, acting)).status).toBe(200);
  expect(await listDone()).toEqual(['assistant']);
  const seen = (await portal().call('/attention', acting)).body as Attention;
  expect(seen.firstSteps?.asksReaders).toBe(false);
  expect(await find(provider.superAdmin)).toBeUndefined();
});

test('the steps are those that a SuperAdmin may do, and no other role has them', async () => {
  await run(`insert into role_rights (changes) values ('{"billing": {"SuperAdmin": "read"}}')`);
  expect((await find())?.steps.map(({ kind }) => kind)).toEqual(['assistant', 'conversation', 'people', 'companyData']);
  for (const role of ['Admin', 'User'] as const) {
    expect(await find(await portal().makeUser(company.id, { roles: [role] }))).toBeUndefined();
  }
});

test('who may read is asked until the rights are saved, also as they were', async () => {
  expect((await find())?.asksReaders).toBe(true);
  const { status } = await portal().call('/company/rights', {
    method: 'PUT',
    as: company.superAdmin,
    body: { levels: defaultRights, version: 1 },
  });
  expect(status).toBe(200);
  expect((await find())?.asksReaders).toBe(false);
});

test('put away, they are gone for the whole company, with one entry of who did it', async () => {
  const other = await portal().makeUser(company.id, { roles: ['SuperAdmin'] });
  const admin = await portal().makeUser(company.id, { roles: ['Admin'] });
  const close = (as: TestUser) => portal().call('/company/first-steps', { method: 'DELETE', as });
  expect((await close(admin)).status).toBe(403);
  expect(await find()).toBeDefined();
  expect((await close(company.superAdmin)).body).toEqual({ isClosed: true });
  expect((await close(other)).status).toBe(200);
  expect(await find()).toBeUndefined();
  expect(await find(other)).toBeUndefined();
  const entries = await run<{ email: string }>(
    `select actor_email as email from audit_entries where action = 'company.close-first-steps'`,
  );
  expect(entries).toEqual([{ email: company.superAdmin.email }]);
});

test('a company of before has none', async () => {
  await run('update companies set has_first_steps = false');
  expect(await find()).toBeUndefined();
});
