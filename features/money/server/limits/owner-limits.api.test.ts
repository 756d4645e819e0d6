import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { noteCostOwner } from '#domain/ledger/cost-owners.ts';
import type { OwnerLimits } from '#features/money/contract/limits/owner-limits.ts';
import { limitMessage } from '#features/money/contract/limits.ts';
import { rebuildRollups, verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { isDistributedRun } from '#server/database/testing/test-server.ts';
import { makeAssistant, type Assistant } from '../authorize/testing/assistant.ts';
import { readDepartmentSums } from '../authorize/testing/department-sums.ts';

const portal = useTestPortal();

const put = (as: TestUser, body: unknown) => portal().call('/company/limits/owners', { as, method: 'PUT', body });
const list = async (as: TestUser, query: string) =>
  (await portal().call(`/company/limits/owners?${query}`, { as })).body as OwnerLimits;

async function makePerson(assistant: Assistant, fields: { email?: string; department?: string } = {}) {
  const email = fields.email ?? `${randomUUID()}@test.example`;
  const { id } = await buildUser(portal().database, assistant.companyId, { email });
  if (fields.department !== undefined) await move(assistant, id, fields.department);
  return { id, email };
}

const move = (assistant: Assistant, id: string, department: string) =>
  portal().database.inCompany(assistant.companyId, (tx) =>
    noteCostOwner(tx, { id, department, costCentre: null }, portal().clock.now(), {
      department: 'another',
      costCentre: null,
    }),
  );

const decide = async (assistant: Assistant, id: string, email?: string) => {
  const { decision, remaining, limit } = await assistant.ask('Leave', id, email === undefined ? undefined : { email });
  return [decision, remaining, ...(limit ? [limit.kind, limit.name] : [])];
};

test('the tightest limit of person, department, key, skill and account decides, and the answer names it', async () => {
  const assistant = await makeAssistant(portal());
  const skill = await assistant.makeSkill('Leave', 1);
  const [one, two] = [
    await makePerson(assistant, { department: 'Sales' }),
    await makePerson(assistant, { department: 'Sales' }),
  ];
  await assistant.limitCompany(100);
  await assistant.limitSkill(skill, 90);
  await assistant.limitOwner('key', assistant.keyId, 8);
  await assistant.limitOwner('department', 'Sales', 4);
  await assistant.limitOwner('person', one.id, 2);
  expect(await decide(assistant, 'a1', one.email)).toEqual(['allow', 1]);
  expect(await decide(assistant, 'a2', one.email)).toEqual(['warn', 0, 'person', null]);
  const { message } = await assistant.ask('Leave', 'a3', { email: one.email });
  expect(message).toMatch(/ cannot run now\. Your own .*€1\.00\. Ask for more on your profile, or wait until 1 \w+\.$/);
  expect(await decide(assistant, 'b1', two.email)).toEqual(['allow', 1]);
  expect(await decide(assistant, 'b2', two.email)).toEqual(['warn', 0, 'department', 'Sales']);
  expect(await decide(assistant, 'b3', two.email)).toEqual(['deny', 0, 'department', 'Sales']);
  for (const id of ['n1', 'n2', 'n3']) await decide(assistant, id);
  expect(await decide(assistant, 'n4')).toEqual(['warn', 0, 'key', 'Assistant']);
  const denied = await assistant.ask('Leave', 'n5');
  expect(denied).toMatchObject({ decision: 'deny', limit: { kind: 'key', name: 'Assistant' } });
  expect(denied.message).toMatch(/This assistant’s .* Ask a SuperAdmin to raise it, or wait until/);
  const { post } = await assistant.makeKey('Other');
  expect((await post('/authorize', { skill: 'Leave', requestId: 'o1' })).body).toMatchObject({ decision: 'allow' });
  expect(await decide(assistant, 'b3', two.email)).toEqual(['deny', 0, 'department', 'Sales']);
});

test('the limit of each person counts for every person apart, also for one who is not in the list of users', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  const [one, two] = [await makePerson(assistant), await makePerson(assistant)];
  await assistant.limitOwner('eachPerson', '', 2);
  await assistant.limitOwner('person', two.id, 3, 'warn');
  for (const id of ['u-1', 'u-2']) {
    await assistant.ask('Leave', `${id}-1`, { id });
    expect(await assistant.ask('Leave', `${id}-2`, { id })).toMatchObject({ decision: 'warn', remaining: 0 });
    expect(await assistant.ask('Leave', `${id}-3`, { id })).toMatchObject({ decision: 'deny' });
  }
  for (const id of ['a1', 'a2']) await decide(assistant, id, one.email);
  expect(await decide(assistant, 'a3', one.email)).toEqual(['deny', 0, 'person', null]);
  for (const id of ['b1', 'b2', 'b3']) await decide(assistant, id, two.email);
  expect(await decide(assistant, 'b4', two.email)).toEqual(['warn', -1, 'person', null]);
  expect(await decide(assistant, 'none')).toEqual(['allow', null]);
});

test('what is reported counts, a release gives room back, and a commit by another key stays with the one that asked', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  const person = await makePerson(assistant, { department: 'Sales' });
  await assistant.limitOwner('department', 'Sales', 3);
  await assistant.limitOwner('key', assistant.keyId, 2);
  const other = await assistant.makeKey('Other');
  const conversation = {
    id: 'c',
    date: portal().clock.now().toISOString(),
    skill: 'Leave',
    user: { email: person.email },
    requests: [{ id: 'told' }],
  };
  await other.post('/intake/conversations', { conversations: [conversation] });
  const { reservation } = await assistant.ask('Leave', 'r1', { email: person.email });
  expect((await other.post(`/authorize/${reservation}/commit`)).status).toBe(200);
  const next = await assistant.ask('Leave', 'r2', { email: person.email });
  expect(next).toMatchObject({ decision: 'warn', remaining: 0, limit: { kind: 'department' } });
  await assistant.release(next.reservation);
  expect(await decide(assistant, 'r3')).toEqual(['warn', 0, 'key', 'Assistant']);
  expect(await decide(assistant, 'r4')).toEqual(['deny', 0, 'key', 'Assistant']);
  const sums = await assistant.run('select intake_key_id, requests from usage_by_key order by requests, intake_key_id');
  expect(sums.map((row) => row['requests'])).toEqual([1, 1]);
  expect(await verifyRollups(portal().database, assistant.companyId)).toEqual([]);
});

test('a person who moves takes the month along to the new department', async () => {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  const person = await makePerson(assistant, { department: 'Sales' });
  await assistant.limitOwner('department', 'Sales', 1);
  await assistant.limitOwner('department', 'Finance', 2);
  expect(await decide(assistant, 'r1', person.email)).toEqual(['warn', 0, 'department', 'Sales']);
  expect(await decide(assistant, 'r2', person.email)).toEqual(['deny', 0, 'department', 'Sales']);
  await move(assistant, person.id, 'Finance');
  expect(await decide(assistant, 'r3', person.email)).toEqual(['warn', 0, 'department', 'Finance']);
});

test('the sums of departments follow reports, releases, moves, mappings and deletions, and are made anew once', async ({
  skip,
}) => {
  skip(isDistributedRun, 'a distributed PostgreSQL keeps no sums by department (decision 0089)');
  const assistant = await makeAssistant(portal());
  const as = await portal().makeUser(assistant.companyId, { roles: ['SuperAdmin'] });
  await assistant.makeSkill('Leave', 1);
  const [mari, jaan] = [
    await makePerson(assistant, { email: 'mari@sums.example', department: 'Sales' }),
    await makePerson(assistant, { department: 'Finance' }),
  ];
  await assistant.limitOwner('department', 'Sales', 100);
  const look = async (departments: Record<string, number>) => {
    const { areKept, stored, expected } = await readDepartmentSums(assistant);
    expect(stored).toEqual(expected);
    const found = Object.fromEntries(stored.map(({ department, requests }) => [department, requests]));
    expect({ areKept, ...found }).toEqual({ areKept: true, ...departments });
  };
  const run = async (id: string, user?: { email?: string; id?: string }) => {
    const { reservation } = await assistant.ask('Leave', id, user);
    expect((await assistant.commit(reservation, 'c')).status).toBe(200);
  };
  await run('s1', mari);
  await run('s2', mari);
  await run('f1', jaan);
  await run('o1', { id: 'outside' });
  await run('n1');
  await look({ Sales: 2, Finance: 1, '': 2 });

  await move(assistant, mari.id, 'Finance');
  expect((await readDepartmentSums(assistant)).areKept).toBe(false);
  await assistant.limitOwner('department', 'Finance', 5);
  expect(await decide(assistant, 'm1', mari.email)).toEqual(['warn', 1, 'department', 'Finance']);
  await look({ Finance: 3, '': 2 });

  const { body: reported } = await portal().call('/intake/users', { as });
  const [outside] = reported as Array<{ id: string }>;
  const mapped = { as, method: 'PUT', body: { userId: mari.id } };
  expect((await portal().call(`/intake/users/${outside?.id}`, mapped)).status).toBe(200);
  expect(await decide(assistant, 'm2', mari.email)).toEqual(['deny', 0, 'department', 'Finance']);
  await look({ Finance: 4, '': 1 });

  expect((await portal().call('/users', { as, method: 'DELETE', body: [jaan.id] })).status).toBe(200);
  await rebuildRollups(portal().database, assistant.companyId);
  expect(await decide(assistant, 'm3', mari.email)).toEqual(['deny', 0, 'department', 'Finance']);
  await look({ Finance: 4, '': 1 });
});

test('limits count the cents that are invoiced, so that sub-cent prices of many skills never exceed one', async () => {
  const assistant = await makeAssistant(portal());
  const person = await makePerson(assistant);
  for (let place = 0; place < 20; place += 1) await assistant.makeSkill(`Skill ${place}`, 0.005);
  await assistant.limitCompany(0.1);
  await assistant.limitOwner('person', person.id, 0.05);
  let count = 0;
  for (let place = 0; place < 20; place += 1) {
    const who = place < 10 ? { email: person.email } : undefined;
    const { reservation } = await assistant.ask(`Skill ${place}`, `r${place}`, who);
    if (reservation !== null) count += (await assistant.commit(reservation)).status === 200 ? 1 : 0;
  }
  expect(count).toBe(10);
  const [daily] = await assistant.run(
    'select sum((requests * price_ten_thousandths + 50) / 100 * 100)::int as spent from usage_daily',
  );
  expect(daily).toEqual({ spent: 1000 });
  // The second run of a skill adds nothing to the invoice.
  expect(await assistant.ask('Skill 0', 'again', { email: person.email })).toMatchObject({ decision: 'warn' });
});

test('limits are set, changed and taken away with version and audit entry, and listed with what was spent', async () => {
  const assistant = await makeAssistant(portal());
  const as = await portal().makeUser(assistant.companyId, { roles: ['SuperAdmin'] });
  await assistant.makeSkill('Leave', 1);
  const mari = await makePerson(assistant, { email: 'mari@test.example', department: 'Sales' });
  await assistant.commit((await assistant.ask('Leave', 'before', { email: mari.email })).reservation);
  const set = { kind: 'person', owner: mari.id, limit: 1, action: 'stop' };
  expect(await put(as, set)).toMatchObject({ status: 200, body: { limit: 1, action: 'stop' } });
  expect((await put(as, { kind: 'eachPerson', limit: 50 })).status).toBe(200);
  expect((await put(as, { kind: 'department', owner: 'Sales', limit: 10, action: 'warn' })).status).toBe(200);
  await put(as, { kind: 'key', owner: assistant.keyId, limit: 0.5 });
  expect(await decide(assistant, 'denied', mari.email)).toEqual(['deny', -0.5, 'key', 'Assistant']);
  await put(as, { kind: 'key', owner: assistant.keyId, limit: 5 });
  expect(await decide(assistant, 'denied again', mari.email)).toEqual(['deny', 0, 'person', null]);
  const persons = await list(as, 'kind=person');
  expect(persons).toMatchObject({
    count: 1,
    eachPerson: { limit: 50 },
    data: [{ owner: mari.id, limit: 1, applied: 1, spent: 1, denied: 1, email: mari.email }],
  });
  expect(await list(as, 'kind=department')).toMatchObject({
    data: [{ owner: 'Sales', name: 'Sales', limit: 10, action: 'warn', spent: 1, denied: 0, deniedSince: null }],
  });
  expect(await list(as, 'kind=key')).toMatchObject({
    data: [{ owner: assistant.keyId, name: 'Assistant', limit: 5, spent: 1, denied: 1, limits: 'enforced' }],
  });
  expect((await list(as, `kind=person&search=${encodeURIComponent(as.email)}`)).data).toMatchObject([
    { owner: as.id, limit: null, applied: 50, spent: 0 },
  ]);
  expect((await put(as, { kind: 'person', owner: mari.id, limit: null })).body).toMatchObject({
    limit: null,
    version: 1,
  });
  expect((await list(as, 'kind=person')).data).toEqual([]);
  const { body: log } = await portal().call('/audit?entity=ownerLimit', { as });
  expect((log as { entries: object[] }).entries.map((entry) => (entry as { entityLabel: string }).entityLabel)).toEqual(
    expect.arrayContaining(['Sales', 'Assistant', 'Each person']),
  );
  await put(as, { ...set, limit: 2 });
  expect((await portal().call('/users', { as, method: 'DELETE', body: [mari.id] })).status).toBe(200);
  expect(await assistant.run(`select from owner_limits where kind = 'person'`)).toEqual([]);
});

test('everyone sees the own limit, and those who may not see or change limits are denied', async () => {
  const assistant = await makeAssistant(portal());
  const user = await portal().makeUser(assistant.companyId, { roles: ['User'] });
  await assistant.makeSkill('Leave', 1);
  await assistant.limitOwner('eachPerson', '', 1);
  await assistant.commit((await assistant.ask('Leave', 'r', { email: user.email })).reservation);
  await assistant.ask('Leave', 'denied', { email: user.email });
  const { body } = await portal().call('/company/limits/own', { as: user });
  const [deniedSince, reachedOn] = [expect.any(String) as string, expect.any(String) as string];
  expect(body).toEqual({ limit: 1, action: 'stop', spent: 1, denied: 1, deniedSince, reachedOn, askedAt: null });
  expect((await put(user, { kind: 'eachPerson', limit: 9 })).status).toBe(403);
  const other = await makePerson(assistant);
  await assistant.limitOwner('person', other.id, 5);
  expect((await list(user, 'kind=person')).data).toMatchObject([{ owner: user.id, limit: null, applied: 1, spent: 1 }]);
  expect((await list(user, `kind=person&search=${other.email}`)).data).toEqual([]);
  const as = await portal().makeUser(assistant.companyId, { roles: ['Admin'] });
  expect((await list(as, 'kind=person')).data.map(({ owner }) => owner)).toEqual([user.id, other.id]);
});

test('an owner of another company, a revoked key and bad amounts are refused', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const other = await makeAssistant(portal());
  const foreign = await makePerson(other, { department: 'Elsewhere' });
  const revoked = await portal().call('/intake/keys', { as, body: { name: 'Old' } });
  const { id } = revoked.body as { id: string };
  expect((await portal().call(`/intake/keys/${id}`, { as, method: 'DELETE' })).status).toBeLessThan(300);
  for (const owner of [
    { kind: 'person', owner: foreign.id },
    { kind: 'person', owner: randomUUID() },
    { kind: 'person', owner: 'x' },
    { kind: 'department', owner: 'Elsewhere' },
    { kind: 'department', owner: '=cmd' },
    { kind: 'key', owner: other.keyId },
    { kind: 'key', owner: id },
    { kind: 'person' },
  ])
    expect([owner, (await put(as, { ...owner, limit: 1 })).status]).toEqual([owner, 404]);
  expect((await put(as, { kind: 'eachPerson', owner: 'all', limit: 1 })).status).toBe(422);
  expect((await put(as, { kind: 'department', owner: `=${'x'.repeat(299)}`, limit: 1 })).status).toBe(422);
  expect((await put(as, { kind: 'company', owner: 'x', limit: 1 })).status).toBe(422);
  for (const limit of [-1, 0.001, 10_000_000_000, '5'])
    expect(await put(as, { kind: 'eachPerson', limit })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'limit', message: limitMessage }] },
    });
});

test('usage of before the sums is counted from the moment a limit is set', async () => {
  const assistant = await makeAssistant(portal());
  const as = await portal().makeUser(assistant.companyId, { roles: ['SuperAdmin'] });
  await assistant.makeSkill('Leave', 1);
  await assistant.commit((await assistant.ask('Leave', 'r')).reservation);
  await portal().database.withLedger(assistant.companyId, async (tx) => {
    for (const table of ['usage_by_key', 'usage_by_person']) await runSql(tx, `delete from ${table}`);
  });
  await put(as, { kind: 'key', owner: assistant.keyId, limit: 1 });
  expect(await decide(assistant, 'next')).toEqual(['deny', 0, 'key', 'Assistant']);
});
