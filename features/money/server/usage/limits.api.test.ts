import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, getDay, getMonth } from '#contract/calendar/zones.ts';
import { limitMessage } from '#features/money/contract/limits.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { newUserForm } from '#server/testing/user-forms.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addRuns, addSkill, reportSkill } from './testing/ledger-rows.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let skillId: string;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ id: skillId } = await addSkill(portal().database, superAdmin.companyId, 'Leave requests', 5_000));
});

const put = (path: string, body: unknown, as = superAdmin) => portal().call(path, { as, method: 'PUT', body });
const saveAccount = (body: unknown, as?: TestUser) => put('/company/limits', body, as);
const saveSkill = (id: string, body: unknown, as?: TestUser) => put(`/company/skills/${id}/limit`, body, as);
const readUsage = async (as = superAdmin) => (await portal().call('/company/skills/usage', { as })).body as Usage;

test('the account limit is kept with its version, and can be taken away', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  expect(await saveAccount({ limit: 2500.5, version: 1 }, as)).toMatchObject({
    status: 200,
    body: { limit: 2500.5, version: 2 },
  });
  expect(await readUsage(as)).toMatchObject({ limit: 2500.5, limitVersion: 2 });
  expect((await saveAccount({ limit: null }, as)).body).toEqual({ limit: null, action: 'stop', version: 3 });
  expect(await readUsage(as)).toMatchObject({ limit: null, limitVersion: 3 });
});

test('a limit may warn only, and keeps that until it is changed', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  expect((await saveAccount({ limit: 5, action: 'warn' }, as)).body).toEqual({ limit: 5, action: 'warn', version: 2 });
  expect((await saveAccount({ limit: 6 }, as)).body).toMatchObject({ action: 'warn' });
  expect(await readUsage(as)).toMatchObject({ limitAction: 'warn' });
  const { id } = await addSkill(portal().database, as.companyId, 'Warned');
  expect((await saveSkill(id, { limit: 5, action: 'warn' }, as)).body).toMatchObject({ limit: 5, action: 'warn' });
  expect((await readUsage(as)).data[0]).toMatchObject({ limit: 5, limitAction: 'warn' });
  expect((await saveAccount({ limit: 6, action: 'delay' }, as)).status).toBe(422);
  const { body } = await portal().call('/audit', { as });
  expect(JSON.stringify(body)).toContain('"whenReached":"Warn only"');
});

test('a reached limit of each kind says the day on which the cost of the month came up to it', async () => {
  const { id: companyId, superAdmin: as } = await portal().makeCompany();
  const first = getMonth(getDay(portal().clock.now().getTime(), 'Europe/Tallinn'));
  const { body: person } = await portal().call('/users', { as, body: newUserForm({ department: 'Sales' }) });
  const { id: owner } = person as { id: string };
  const [reported] = await portal().database.inCompany(companyId, (tx) =>
    runSql<{ number: number }>(tx, `insert into reported_users (user_id) values ($1) returning number`, [owner]),
  );
  const { body: key } = await portal().call('/intake/keys', { as, body: { name: 'Live' } });
  const { id: keyId } = key as { id: string };
  const { id, number: skill } = await reportSkill(portal().database, companyId, 'Rounded');
  // At half a cent each the month has come to 0.01, 0.01, 0.02 and 0.06 by its first days.
  const runs = [1, 1, 1, 9].map((requests, place) => ({
    day: addDays(first, place),
    user: reported?.number ?? 0,
    key: keyId,
    skill,
    price: 50,
    requests,
  }));
  await addRuns(portal().database, companyId, runs);
  const list = async (kind: string) => (await portal().call(`/company/limits/owners?kind=${kind}`, { as })).body;
  const findReached = async () => {
    const { lines } = (await portal().call('/attention', { as })).body as { lines: { kind: string; facts: object }[] };
    return lines.find(({ kind }) => kind === 'reachedLimits')?.facts;
  };
  await put('/company/limits/owners', { kind: 'person', owner, limit: 0.02 }, as);
  await list('person');
  expect(await findReached()).toMatchObject({ of: 'person', owner, since: addDays(first, 2) });
  await put('/company/limits/owners', { kind: 'department', owner: 'Sales', limit: 0.01 }, as);
  expect(await findReached()).toMatchObject({ count: 2, of: 'department', owner: 'Sales', since: first });
  await put('/company/limits/owners', { kind: 'key', owner: keyId, limit: 0.03 }, as);
  await saveSkill(id, { limit: 0.06 }, as);
  await saveAccount({ limit: 0.07 }, as);
  expect(await list('person')).toMatchObject({ data: [{ spent: 0.06, reachedOn: addDays(first, 2) }] });
  expect(await list('department')).toMatchObject({ data: [{ spent: 0.06, reachedOn: first }] });
  expect(await list('key')).toMatchObject({ data: [{ spent: 0.06, reachedOn: addDays(first, 3) }] });
  const usage = await readUsage(as);
  expect(usage.data).toMatchObject([{ spent: 0.06, reachedOn: addDays(first, 3) }]);
  expect(usage.reachedOn).toBeUndefined();
  await saveAccount({ limit: 0.05 }, as);
  expect((await readUsage(as)).reachedOn).toBe(addDays(first, 3));
  // Of a company with very many requests in the month usage events are not read.
  await portal().database.withLedger(companyId, (tx) =>
    runSql(tx, 'update usage_daily set requests = requests + 100000'),
  );
  const [unknown] = ((await list('person')) as { data: object[] }).data;
  expect(unknown).toMatchObject({ spent: 0.06 });
  expect(unknown).not.toHaveProperty('reachedOn');
});

test('names the keys that limits stop, because they ask first, and those that only report', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const makeKey = async (name: string) => {
    const { body } = await portal().call('/intake/keys', { as, body: { name } });
    return { authorization: `Bearer ${(body as { secret: string }).secret}` };
  };
  const [asking, reporting] = [await makeKey('Asking'), await makeKey('Reporting')];
  await makeKey('Unused');
  await portal().call('/authorize', { body: { skill: 'Leave', requestId: 'r' }, headers: asking });
  await portal().call('/intake/conversations', { body: {}, headers: reporting });
  const keys = [
    { name: 'Asking', limits: 'enforced' },
    { name: 'Reporting', limits: 'reported' },
    { name: 'Unused', limits: 'unused' },
  ];
  expect((await readUsage(as)).keys).toEqual(keys);
  expect((await portal().call('/intake/keys', { as })).body).toMatchObject(keys);
});

test('a skill may be the company’s own, the provider’s or a name that an assistant reported', async () => {
  const company = await portal().makeCompany();
  const provider = await portal().makeCompany({ isProvider: true });
  const { database } = portal();
  const ids = [
    (await addSkill(database, company.id, 'Own')).id,
    (await addSkill(database, provider.id, 'Provided')).id,
    (await reportSkill(database, company.id, 'Reported')).id,
  ];
  for (const id of ids) {
    const { status, body } = await saveSkill(id, { limit: 7, version: 1 }, company.superAdmin);
    expect({ status, body }).toMatchObject({ status: 200, body: { _id: id, limit: 7 } });
  }
  const rows = (await readUsage(company.superAdmin)).data;
  expect(rows.map(({ name, limit, requests, total }) => ({ name, limit, requests, total }))).toEqual(
    ['Own', 'Provided', 'Reported'].map((name) => ({ name, limit: 7, requests: 0, total: 0 })),
  );
  expect((await readUsage(provider.superAdmin)).data).toEqual([]);
});

test('a row carries the limit of its skill and the version to change it with', async () => {
  const { number } = await reportSkill(portal().database, superAdmin.companyId, 'leave', skillId);
  const day = (await readUsage()).days.at(-1)?.date ?? '';
  await addRuns(portal().database, superAdmin.companyId, [{ day, skill: number, price: 5_000, requests: 3 }]);
  const { version } = (await saveSkill(skillId, { limit: 0.01 })).body as { version: number };
  const [row] = (await readUsage()).data;
  expect(row).toMatchObject({ _id: skillId, requests: 3, total: 1.5, limit: 0.01, limitVersion: version });
  expect((await saveSkill(skillId, { limit: null, version })).body).toEqual({
    _id: skillId,
    limit: null,
    action: 'stop',
    version: 1,
  });
  expect((await readUsage()).data[0]).toMatchObject({ limit: null, limitVersion: 1 });
});

test('a foreign, an unknown and no id are all not found', async () => {
  const { id } = await portal().makeCompany();
  const foreign = [
    (await addSkill(portal().database, id, 'Foreign')).id,
    (await reportSkill(portal().database, id, 'Foreign')).id,
    randomUUID(),
    'unmapped',
    'x',
  ];
  for (const each of foreign) {
    expect(await saveSkill(each, { limit: 1 })).toMatchObject({ status: 404, body: { code: 'record.not-found' } });
  }
});

describe('the limit', () => {
  test.each(['0', '-0', '0.00', '1e3', '12.5', '9999999999.99', 'null'])('%s is taken', async (json) => {
    const answers = [await saveAccount(`{"limit":${json}}`), await saveSkill(skillId, `{"limit":${json}}`)];
    const expected = JSON.parse(json) as number | null;
    for (const { status, body } of answers) {
      expect({ status, body }).toMatchObject({ status: 200, body: { limit: expected === null ? null : expected + 0 } });
      expect(JSON.stringify(body)).not.toContain('"limit":-0');
    }
  });

  test.each([
    '""',
    '" "',
    '"5"',
    '"1e3"',
    '"-0"',
    '"NaN"',
    '"0x10"',
    `"${'9'.repeat(100_000)}"`,
    '-1',
    '-0.01',
    '0.001',
    '1e-7',
    '1e400',
    '1e21',
    '10000000000',
    '9'.repeat(100_000),
    'true',
    '[5]',
    '{}',
  ])('%s is refused in the specified words', async (json) => {
    const support = await put('/company/support/limits', `{"limit":${json}}`);
    for (const answer of [
      await saveAccount(`{"limit":${json}}`),
      await saveSkill(skillId, `{"limit":${json}}`),
      support,
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'limit', message: limitMessage }] } });
    }
  });

  test('NaN and what is no JSON are refused before', async () => {
    for (const text of ['{"limit":NaN}', '{"limit":0x10}', '{"limit":01}', '{"limit":.5}']) {
      expect((await saveAccount(text)).status).toBe(400);
    }
  });

  test('has to be given, and no other field is accepted', async () => {
    expect(await saveAccount({})).toMatchObject({ status: 422, body: { fields: [{ path: 'limit' }] } });
    expect(await saveAccount({ limit: 1, total: 0 })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'total' }] },
    });
  });
});

test('a SuperAdmin changes limits, and every user sees them', async () => {
  const as = await portal().makeUser(superAdmin.companyId, { roles: ['Admin', 'User', 'TechnicalUser'] });
  const calls = [saveAccount({ limit: 1 }, as), saveSkill(skillId, { limit: 1 }, as)];
  for (const { status } of await Promise.all([...calls, put('/company/support/limits', { limit: 1 }, as)])) {
    expect(status).toBe(403);
  }
  expect((await portal().call('/company/support', { as })).status).toBe(200);
  expect(await readUsage(as)).toHaveProperty('limit');
});

test('a limit that was taken away and set anew is not mistaken for the one before', async () => {
  const { id } = await addSkill(portal().database, superAdmin.companyId, 'Again');
  const save = async (body: object) => (await saveSkill(id, body)) as { status: number; body: { version: number } };
  const { version } = (await save({ limit: 1 })).body;
  await save({ limit: null });
  await save({ limit: 2 });
  expect(await save({ limit: 3, version })).toMatchObject({ status: 409, body: { current: { limit: 2 } } });
});

test('every change is in the audit log, with the amounts before and after', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const { id } = await addSkill(portal().database, as.companyId, 'Audited');
  await saveAccount({ limit: 100 }, as);
  await saveAccount({ limit: 100 }, as);
  await saveAccount({ limit: null }, as);
  await saveSkill(id, { limit: 0.5 }, as);
  const { body } = await portal().call('/audit', { as });
  expect((body as { entries: object[] }).entries).toMatchObject([
    { action: 'limits.update', entity: 'skillLimit', entityId: id, entityLabel: 'Audited', after: { limit: 0.5 } },
    { entity: 'companyLimit', entityId: as.companyId, before: { limit: 100 }, after: { limit: null } },
    { entity: 'companyLimit', before: { limit: null }, after: { limit: 100 } },
  ]);
});
