import { runSql } from '#server/testing/sql/run-sql.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnalyticsStats, SkillRequests, TopUser } from '#features/dashboard/contract/analytics.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import {
  addConversations,
  addSkill,
  reportSkill,
  reportUser,
  type TestConversation,
} from '#domain/conversations/testing/conversation-rows.ts';

const portal = useTestPortal();
let superAdmin: TestUser;

/** November 2026 in Tallinn, two hours ahead of UTC. */
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

async function readStats(query: Record<string, string> = {}, as = superAdmin): Promise<AnalyticsStats> {
  const { status, body } = await portal().call(`/analytics/stats?${new URLSearchParams(query)}`, { as });
  expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
  return body as AnalyticsStats;
}

async function readTopUsers(query: Record<string, string> = {}, as = superAdmin): Promise<TopUser[]> {
  const { body } = await portal().call(`/analytics/top-users?${new URLSearchParams(query)}`, { as });
  return body as TopUser[];
}

const makeCompany = async (conversations: readonly TestConversation[] = []) => {
  const company = await portal().makeCompany();
  if (conversations.length > 0) await addConversations(portal().database, company.id, conversations);
  return company.superAdmin;
};

test('a company without conversations has every figure, all of them empty', async () => {
  const stats = await readStats(november);
  const empty = { apiCalls: 0, conversations: 0, users: 0, successRate: null, messages: 0, requests: 0, cost: 0 };
  expect(stats).toMatchObject({
    ...november,
    ...empty,
    timeZone: 'Europe/Tallinn',
    previous: { from: '2026-10-01T21:00:00.000Z', to: '2026-10-31T21:59:59.999Z', ...empty },
    topSkills: [],
    topUsers: [],
    skills: [],
    hours: [],
  });
  expect(stats.messagesByDate).toHaveLength(30);
  expect(stats.messagesByDate[29]).toEqual({
    date: '2026-11-30',
    messages: 0,
    conversations: 0,
    previous: { ...none, date: '2026-10-31' },
  });
  expect(stats.statuses.map(({ status }) => status)).toEqual(['Completed', 'Processing', 'Failed', 'Escaped', 'Error']);
  expect(stats).not.toHaveProperty('demo');
});

const none = { messages: 0, conversations: 0 };

test('the range is the present month to the end of today where none is asked', async () => {
  const { from, to, date, messagesByDate } = await readStats();
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Tallinn', dateStyle: 'short' });
  const today = format.format(new Date(date));
  expect(format.format(new Date(from))).toBe(`${today.slice(0, 7)}-01`);
  expect(format.format(new Date(to))).toBe(today);
  expect(format.format(new Date(Date.parse(to) + 1))).not.toBe(today);
  expect(messagesByDate.at(-1)?.date).toBe(today);
});

test('tiles, outcomes, days, hours and the period before', async () => {
  const { id: companyId, superAdmin: own } = await portal().makeCompany();
  const { database } = portal();
  const leave = await reportSkill(database, companyId, 'Leave');
  const anna = await reportUser(database, companyId, { firstName: 'Anna', lastName: 'Arro' });
  const bert = await reportUser(database, companyId, { firstName: 'Bert', lastName: 'Berg' });
  const common = { skill: leave.number, user: anna.number, messages: 4, apiCalls: 2, requests: 1 };
  await addConversations(database, companyId, [
    { ...common, startedAt: '2026-11-02T06:30:00Z' },
    { ...common, startedAt: '2026-11-02T06:59:00Z', status: 'Failed' },
    { ...common, startedAt: '2026-11-09T06:10:00Z', user: bert.number, status: 'Processing', messages: 3 },
    { ...common, startedAt: '2026-11-30T21:59:59.999Z', status: 'Escaped', requests: 2 },
    { ...common, startedAt: '2026-10-31T21:59:59.999Z', status: 'Error' },
    { ...common, startedAt: '2026-11-30T22:00:00.000Z' },
    { ...common, startedAt: '2026-10-01T20:59:59.999Z' },
  ]);
  const stats = await readStats(november, own);
  expect(stats).toMatchObject({
    apiCalls: 8,
    conversations: 4,
    users: 2,
    successRate: 33.3,
    messages: 15,
    requests: 5,
    cost: 6.25,
  });
  expect(stats.previous).toMatchObject({
    conversations: 1,
    users: 1,
    successRate: 0,
    messages: 4,
    requests: 1,
    cost: 1.25,
  });
  expect(stats.statuses).toEqual([
    { status: 'Completed', total: 1, previous: 0 },
    { status: 'Processing', total: 1, previous: 0 },
    { status: 'Failed', total: 1, previous: 0 },
    { status: 'Escaped', total: 1, previous: 0 },
    { status: 'Error', total: 0, previous: 1 },
  ]);
  expect(stats.messagesByDate.filter(({ conversations }) => conversations > 0)).toEqual([
    { date: '2026-11-02', messages: 8, conversations: 2, previous: { ...none, date: '2026-10-03' } },
    { date: '2026-11-09', messages: 3, conversations: 1, previous: { ...none, date: '2026-10-10' } },
    {
      date: '2026-11-30',
      messages: 4,
      conversations: 1,
      previous: { messages: 4, conversations: 1, date: '2026-10-31' },
    },
  ]);
  expect(stats.hours).toEqual([
    { weekday: 1, hour: 8, total: 3, previous: 0 },
    { weekday: 1, hour: 23, total: 1, previous: 0 },
    { weekday: 6, hour: 23, total: 0, previous: 1 },
  ]);
  expect(stats.topUsers).toEqual([
    { _id: anna.id, firstName: 'Anna', lastName: 'Arro', isMapped: false, total: 12, previous: 4 },
    { _id: bert.id, firstName: 'Bert', lastName: 'Berg', isMapped: false, total: 3, previous: 0 },
  ]);
});

test('names that mean one skill count together, unnamed ones are visible, deleted skills keep their name', async () => {
  const { id: companyId, superAdmin: own } = await portal().makeCompany();
  const { database } = portal();
  const skill = await addSkill(database, companyId, 'Purchase orders');
  const numbers = [
    (await reportSkill(database, companyId, 'purchase_order', skill.id)).number,
    (await reportSkill(database, companyId, 'PO agent', skill.id)).number,
  ];
  const unknown = await reportSkill(database, companyId, 'Coffee');
  const startedAt = '2026-11-05T10:00:00Z';
  await addConversations(database, companyId, [
    ...numbers.map((number) => ({ startedAt, skill: number, requests: 1 })),
    { startedAt: '2026-10-20T10:00:00Z', skill: numbers[0] ?? 0 },
    { startedAt, skill: unknown.number },
    { startedAt, requests: 3 },
    { startedAt },
    { startedAt },
  ]);
  await database.inCompany(companyId, (tx) => runSql(tx, 'update skills set deleted_at = now()'));
  const { topSkills, skills, requests } = await readStats(november, own);
  expect(topSkills).toEqual([
    { _id: 'unmapped', name: 'No skill', total: 3, previous: 0 },
    { _id: skill.id, name: 'Purchase orders', total: 2, previous: 1 },
    { _id: unknown.id, name: 'Coffee', total: 1, previous: 0 },
  ]);
  expect(skills).toEqual([
    { _id: 'unmapped', name: 'No skill', requests: 3, previous: 0, cost: 3.75 },
    { _id: skill.id, name: 'Purchase orders', requests: 2, previous: 0, cost: 2.5 },
  ]);
  expect(requests).toBe(5);
});

test('more than ten skills are the busiest nine and the others together', async () => {
  const { id: companyId, superAdmin: own } = await portal().makeCompany();
  const { database } = portal();
  const conversations: TestConversation[] = [];
  for (let place = 1; place <= 12; place += 1) {
    const { number } = await reportSkill(database, companyId, `Skill ${String(place).padStart(2, '0')}`);
    conversations.push({ startedAt: '2026-11-05T10:00:00Z', skill: number, requests: 20 - place });
    conversations.push({ startedAt: '2026-10-15T10:00:00Z', skill: number, requests: 1 });
  }
  await addConversations(database, companyId, conversations);
  const { skills, topSkills, requests } = await readStats(november, own);
  expect(skills).toHaveLength(10);
  expect(skills[8]).toMatchObject({ name: 'Skill 09', requests: 11 });
  expect(skills[9]).toEqual({ _id: null, name: 'Other', requests: 10 + 9 + 8, previous: 3, cost: 33.75 });
  expect(skills.reduce((sum, skill) => sum + skill.requests, 0)).toBe(requests);
  const { body } = await portal().call(`/analytics/skill-requests?${new URLSearchParams(november)}`, { as: own });
  const all = body as SkillRequests[];
  expect(all.slice(0, 9)).toEqual(skills.slice(0, 9));
  expect(all.slice(9).map(({ name }) => name)).toEqual(['Skill 10', 'Skill 11', 'Skill 12']);
  expect(all.slice(9).reduce((sum, skill) => sum + skill.requests, 0)).toBe(skills[9]?.requests);
  expect(topSkills.map(({ name }) => name)).toEqual(['Skill 01', 'Skill 02', 'Skill 03', 'Skill 04', 'Skill 05']);
});

test('users are named as the portal has them now, else as they were reported, else by address', async () => {
  const { id: companyId, superAdmin: own } = await portal().makeCompany();
  const { database } = portal();
  const known = await portal().makeUser(companyId, { firstName: 'Kadri' });
  const people = [
    await reportUser(database, companyId, { firstName: 'K.', lastName: 'Old', userId: known.id }),
    await reportUser(database, companyId, { firstName: 'Reported', lastName: 'Person' }),
    await reportUser(database, companyId, { email: 'only@address.example' }),
    await reportUser(database, companyId),
  ];
  const startedAt = '2026-11-05T10:00:00Z';
  await addConversations(database, companyId, [
    ...people.map(({ number }, place) => ({ startedAt, user: number, messages: 10 - place })),
    { startedAt, messages: 100 },
    { startedAt: '2026-10-05T10:00:00Z', user: people[3]?.number ?? 0, messages: 50 },
  ]);
  const stats = await readStats(november, own);
  expect(stats.users).toBe(4);
  const expected = [
    { _id: known.id, firstName: 'Kadri', lastName: 'Maasikas', total: 10 },
    { _id: people[1]?.id, firstName: 'Reported', lastName: 'Person', isMapped: false, total: 9 },
    {
      _id: people[2]?.id,
      firstName: expect.stringMatching(/^\[e-mail\] \d+$/) as string,
      lastName: '',
      isMapped: false,
      total: 8,
    },
    { _id: people[3]?.id, firstName: 'Unknown user', lastName: '', isMapped: false, total: 7 },
  ];
  expect(stats.topUsers).toMatchObject(expected);
  expect(await readTopUsers(november, own)).toEqual(expected);
});

describe('technical conversations', () => {
  let companyId: string;
  const asked = { ...november, technicalUsers: 'true' };

  beforeAll(async () => {
    ({ id: companyId } = await portal().makeCompany());
    const startedAt = '2026-11-05T10:00:00Z';
    await addConversations(portal().database, companyId, [{ startedAt }, { startedAt, technical: true, messages: 5 }]);
  });

  test('count for a TechnicalUser who asks for them', async () => {
    const as = await portal().makeUser(companyId, { roles: ['User', 'TechnicalUser'] });
    expect((await readStats(asked, as)).messages).toBe(6);
    expect((await readStats(november, as)).messages).toBe(1);
    expect((await readStats({ ...november, technicalUsers: 'false' }, as)).messages).toBe(1);
  });

  test.each([['User'], ['Admin'], ['SuperAdmin']] as const)('never count for a %s', async (role) => {
    const as = await portal().makeUser(companyId, { roles: [role] });
    expect((await readStats(asked, as)).messages).toBe(1);
  });
});

test('what another company has changes nothing here', async () => {
  const own = await makeCompany([{ startedAt: '2026-11-05T10:00:00Z', requests: 1 }]);
  const before = await readStats(november, own);
  await makeCompany(
    Array.from({ length: 1000 }, () => ({ startedAt: '2026-11-05T10:00:00Z', requests: 1, messages: 9 })),
  );
  const after = await readStats(november, own);
  expect({ ...after, date: before.date }).toEqual(before);
});

test('the provider’s SuperAdmin reads the figures of the company acted in, in its zone', async () => {
  const own = await makeCompany([{ startedAt: '2026-11-05T10:00:00Z' }]);
  const provider = await portal().makeCompany({ isProvider: true });
  const { body } = await portal().call(`/analytics/stats?${new URLSearchParams(november)}`, {
    as: provider.superAdmin,
    headers: { 'x-company': own.companyId },
  });
  expect(body).toMatchObject({ conversations: 1 });
  expect(await readStats(november, provider.superAdmin)).toMatchObject({ conversations: 0 });
});

test('the demo reports its progress until it is complete', async () => {
  const own = await makeCompany();
  const run = (text: string) => portal().database.inCompany(own.companyId, (tx) => runSql(tx, text));
  await run(`insert into demo_seed_progress (month, done_at) values ('2026-11-01', now()), ('2026-10-01', null)`);
  expect((await readStats(november, own)).demo).toEqual({ done: 1, total: 2 });
  await run(`update demo_seed_progress set done_at = now()`);
  expect(await readStats(november, own)).not.toHaveProperty('demo');
});

test.each([
  [{ from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' }, 'from'],
  [{ from: '1999-06-01T00:00:00Z' }, 'from'],
  [{ from: '2026-11-01T00:00:00Z', to: '2101-06-01T00:00:00Z' }, 'to'],
  [{ from: '0001-01-01T00:00:00Z' }, 'from'],
  [{ to: '9999-12-31T23:59:59Z' }, 'to'],
  [{ from: '275760-09-13T00:00:00Z' }, 'from'],
  [{ from: '+275760-09-13T00:00:00Z' }, 'from'],
  [{ from: '2026-11-01T00:00:00' }, 'from'],
  [{ from: '2026-11-01' }, 'from'],
  [{ from: '2027-02-29T00:00:00Z' }, 'from'],
  [{ technicalUsers: 'yes' }, 'technicalUsers'],
  [{ company: 'x' }, 'company'],
])('%j is refused and %s named', async (query, path) => {
  for (const address of ['stats', 'top-users']) {
    const { status, body } = await portal().call(`/analytics/${address}?${new URLSearchParams(query)}`, {
      as: superAdmin,
    });
    expect({ status, body }).toMatchObject({ status: 422, body: { fields: [{ path }] } });
  }
});
