import { runSql } from '#server/testing/sql/run-sql.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import type { SkillFigures } from '#features/dashboard/contract/skill-figures.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import type { StoreFigures } from '#features/skills/contract/store-figures.ts';
import { createRandom } from '#demo-assistant/random.ts';
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
let provider: TestUser;

/** November 2026 in Tallinn, two hours ahead of UTC. */
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: provider } = await portal().makeCompany({ isProvider: true }));
});

const call = (id: string, query: Record<string, string>, as: TestUser) =>
  portal().call(`/analytics/skills/${id}?${new URLSearchParams(query)}`, { as });

async function read(id: string, query: Record<string, string> = november, as = superAdmin): Promise<SkillFigures> {
  const { status, body } = await call(id, query, as);
  expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
  return body as SkillFigures;
}

/** A skill of the store under so many names, with the numbers of these. */
async function makeSkill(as: TestUser, name: string, names = 1) {
  const { database } = portal();
  const { id } = await addSkill(database, as.companyId, name);
  const numbers: number[] = [];
  for (let place = 0; place < names; place += 1) {
    numbers.push((await reportSkill(database, as.companyId, `${name} ${place}`, id)).number);
  }
  return { id, numbers };
}

const nothing = { conversations: 0, requests: 0, cost: 0, successRate: null };

test('an unused skill has every figure, all of them empty', async () => {
  const { id } = await makeSkill(superAdmin, 'Unused', 0);
  const figures = await read(id);
  expect(figures).toMatchObject({
    ...november,
    timeZone: 'Europe/Tallinn',
    ...nothing,
    previous: { from: '2026-10-01T21:00:00.000Z', to: '2026-10-31T21:59:59.999Z', ...nothing },
    topUsers: [],
  });
});

test('conversations, runs, cost, outcomes and users of all its names, and of nothing else', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const { database } = portal();
  const [leave, other] = [await makeSkill(as, 'Leave', 2), await makeSkill(as, 'Other')];
  const people: { id: string; number: number }[] = [];
  for (const firstName of ['Anna', 'Bert', 'Cleo', 'Dora', 'Egon', 'Fred']) {
    people.push(await reportUser(database, as.companyId, { firstName, lastName: 'Arro' }));
  }
  const [first = 0, second = 0] = leave.numbers;
  const user = (place: number) => people[place]?.number ?? 0;
  const startedAt = '2026-11-02T06:30:00Z';
  await addConversations(database, as.companyId, [
    { startedAt, skill: first, user: user(0), requests: 2, messages: 9 },
    { startedAt, skill: first, user: user(1), status: 'Failed', requests: 1 },
    { startedAt, skill: second, user: user(1), status: 'Processing' },
    { startedAt: '2026-11-30T21:59:59.999Z', skill: second, user: user(1), status: 'Escaped' },
    ...[2, 3, 4, 5].map((place) => ({ startedAt: '2026-11-20T12:00:00Z', skill: second, user: user(place) })),
    { startedAt: '2026-11-20T12:00:00Z', skill: second },
    { startedAt: '2026-10-31T21:59:59.999Z', skill: first, user: user(0), status: 'Error', requests: 4 },
    { startedAt: '2026-11-30T22:00:00.000Z', skill: first, user: user(0), requests: 7 },
    { startedAt, skill: other.numbers[0] ?? 0, user: user(0), requests: 5 },
    { startedAt, requests: 3 },
  ]);
  const figures = await read(leave.id, november, as);
  expect(figures).toMatchObject({ conversations: 9, requests: 3, cost: 3.75, successRate: 75 });
  expect(figures.previous).toMatchObject({ conversations: 1, requests: 4, cost: 5, successRate: 0 });
  expect(figures.topUsers.map(({ firstName, total }) => [firstName, total])).toEqual([
    ['Bert', 3],
    ['Anna', 1],
    ['Cleo', 1],
    ['Dora', 1],
    ['Egon', 1],
  ]);
  expect(figures.topUsers[0]).toEqual({
    _id: people[1]?.id,
    firstName: 'Bert',
    lastName: 'Arro',
    isMapped: false,
    total: 3,
  });
  expect(figures.days.filter(({ conversations }) => conversations > 0)).toEqual([
    { date: '2026-11-02', conversations: 3, requests: 3, cost: 3.75 },
    { date: '2026-11-20', conversations: 5, requests: 0, cost: 0 },
    { date: '2026-11-30', conversations: 1, requests: 0, cost: 0 },
  ]);
});

test('days end with today, or with the last day on which there was something', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const { id, numbers } = await makeSkill(as, 'Ahead');
  const now = portal().clock.now().getTime();
  const dayMs = 24 * 60 * 60 * 1000;
  const query = { from: new Date(now - 5 * dayMs).toISOString(), to: new Date(now + 20 * dayMs).toISOString() };
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Tallinn', dateStyle: 'short' }).format(now);
  expect((await read(id, query, as)).days.at(-1)?.date).toBe(today);
  const startedAt = new Date(now + 2 * dayMs).toISOString();
  await addConversations(portal().database, as.companyId, [{ startedAt, skill: numbers[0] ?? 0, requests: 1 }]);
  const { days, requests } = await read(id, query, as);
  expect(days.at(-1)).toMatchObject({ conversations: 1, requests: 1 });
  expect([days.reduce((sum, day) => sum + day.requests, 0), requests]).toEqual([1, 1]);
});

const hour = 3_600_000;

function makeConversations(around: number, dice: () => number, skills: readonly number[]): TestConversation[] {
  return Array.from({ length: 400 }, (_, place) => ({
    startedAt: new Date(around + Math.round((dice() - 0.5) * 90 * 24) * hour + (place % 3) - 1).toISOString(),
    skill: skills[Math.floor(dice() * skills.length)] ?? 0,
    user: Math.floor(dice() * 7),
    status: conversationStatuses[Math.floor(dice() * 5)] ?? 'Completed',
    technical: dice() < 0.2,
    requests: Math.floor(dice() * 3),
  }));
}

const sum = (figures: readonly number[]) =>
  Math.round(figures.reduce((total, each) => total + each, 0) * 10_000) / 10_000;

const fields = ['conversations', 'requests', 'cost'] as const;

function expectSums(stats: AnalyticsStats, figures: readonly SkillFigures[]) {
  for (const field of fields) {
    expect(sum(figures.map((each) => each[field] ?? NaN))).toBe(stats[field]);
    expect(sum(figures.map((each) => each.previous[field] ?? NaN))).toBe(stats.previous[field]);
    for (const each of figures) expect(sum(each.days.map((day) => day[field] ?? NaN))).toBe(each[field]);
  }
  for (const { previous, days } of figures) {
    expect([previous.from, previous.to]).toEqual([stats.previous.from, stats.previous.to]);
    expect(days.map(({ date }) => date)).toEqual(stats.messagesByDate.map(({ date }) => date));
  }
}

test.each([
  ['Europe/Tallinn', '2025-03-30T01:00:00Z'],
  ['Australia/Lord_Howe', '2025-10-04T15:30:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
])('in %s around %s the skills of any range add up to the dashboard, and their days to them', async (zone, change) => {
  const { id: companyId, superAdmin: as } = await portal().makeCompany();
  const { database } = portal();
  await database.inCompany(companyId, (tx) => runSql(tx, `update companies set time_zone = '${zone}'`));
  const dice = createRandom(`${zone} ${change}`).fraction;
  const around = Math.floor(Date.parse(change) / hour) * hour;
  const skills = [await makeSkill(as, 'One', 2), await makeSkill(as, 'Two'), await makeSkill(as, 'Three')];
  const numbers = skills.flatMap((skill) => skill.numbers);
  await addConversations(database, companyId, makeConversations(around, dice, numbers));
  const roles = ['SuperAdmin', 'TechnicalUser'] as const;
  const technical = await portal().makeUser(companyId, { roles: [...roles] });
  for (let turn = 0; turn < 6; turn += 1) {
    const from = around + Math.round((dice() - 0.5) * 80 * 24) * (hour / 2) + Math.floor(dice() * 3) - 1;
    const to = from + Math.round(dice() * 40 * 24) * (hour / 2);
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    for (const [query, person] of [
      [range, as],
      [{ ...range, technicalUsers: 'true' }, as],
      [{ ...range, technicalUsers: 'true' }, technical],
    ] as const) {
      const { body } = await portal().call(`/analytics/stats?${new URLSearchParams(query)}`, { as: person });
      const stats = body as AnalyticsStats;
      const figures = await Promise.all(skills.map(({ id }) => read(id, query, person)));
      expectSums(stats, figures);
      expect(sum(figures.map(({ cost = NaN }) => cost))).toBe(sum(stats.skills.map(({ cost = NaN }) => cost)));
    }
  }
});

test('a month’s cost is to the ten-thousandth that of the usage page', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const skills = [await makeSkill(as, 'One', 2), await makeSkill(as, 'Two')];
  const around = Date.parse('2025-10-15T00:00:00Z');
  const numbers = skills.flatMap((skill) => skill.numbers);
  const conversations = makeConversations(around, createRandom('usage').fraction, numbers);
  await addConversations(portal().database, as.companyId, conversations);
  const prices = 'update usage_daily set price_ten_thousandths = 1 + skill_number % 7 + extract(day from day)::int';
  await portal().database.inCompany(as.companyId, (tx) => runSql(tx, prices));
  const usage = (await portal().call('/company/skills/usage?period=2025-10', { as })).body as Usage;
  const october = { from: usage.period.start, to: usage.period.end };
  expect(usage.data).toHaveLength(2);
  for (const { _id: id, requests, total } of usage.data) {
    expect(await read(id, october, as)).toMatchObject({ requests, cost: total });
  }
});

test('the month so far of all skills of the store is that of each, and of the usage page', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const { database } = portal();
  const skills = [await makeSkill(as, 'One', 2), await makeSkill(as, 'Two'), await makeSkill(as, 'Deleted')];
  const { id: shared } = await addSkill(database, provider.companyId, 'Shared');
  const provided = { id: shared, numbers: [(await reportSkill(database, as.companyId, 'shared', shared)).number] };
  await makeSkill(as, 'Unused', 0);
  const { number } = await reportSkill(database, as.companyId, 'Only reported');
  const numbers = [...skills, provided].flatMap((skill) => skill.numbers);
  const dice = createRandom('store').fraction;
  await addConversations(database, as.companyId, [
    ...makeConversations(portal().clock.now().getTime(), dice, numbers),
    { startedAt: portal().clock.now().toISOString(), skill: number, requests: 5 },
  ]);
  const prices = 'update usage_daily set price_ten_thousandths = 1 + skill_number % 7 + extract(day from day)::int';
  await database.inCompany(as.companyId, (tx) => runSql(tx, prices));
  const deleted = `update skills set deleted_at = now() where id = '${skills[2]?.id}'`;
  await database.inCompany(as.companyId, (tx) => runSql(tx, deleted));
  const { period, skills: figures } = (await portal().call('/skills/figures', { as })).body as StoreFigures;
  const usage = (await portal().call('/company/skills/usage', { as })).body as Usage;
  expect(period).toEqual(usage.period);
  const listed = [...skills.slice(0, 2), provided].map(({ id }) => id);
  expect(figures.map(({ _id: id }) => id).toSorted()).toEqual(listed.toSorted());
  for (const { _id: id, ...each } of figures) {
    const { requests, cost, successRate } = await read(id, { from: period.start, to: period.end }, as);
    expect(each).toEqual({ requests, cost, successRate });
    expect(usage.data.find((row) => row._id === id)).toMatchObject({ requests, total: cost });
    expect(requests).toBeGreaterThan(0);
  }
});

test('a skill of the provider shows each company its own numbers alone', async () => {
  const { database } = portal();
  const { id } = await addSkill(database, provider.companyId, 'Provided');
  const { superAdmin: other } = await portal().makeCompany();
  for (const [as, count] of [
    [superAdmin, 2],
    [other, 5],
  ] as const) {
    const { number } = await reportSkill(database, as.companyId, 'provided', id);
    const user = (await reportUser(database, as.companyId, { firstName: `Of ${count}` })).number;
    const conversation = { startedAt: '2026-11-05T10:00:00Z', skill: number, user, requests: 1 };
    await addConversations(
      database,
      as.companyId,
      Array.from({ length: count }, () => conversation),
    );
  }
  expect(await read(id)).toMatchObject({ conversations: 2, cost: 2.5, topUsers: [{ firstName: 'Of 2', total: 2 }] });
  expect(await read(id, november, other)).toMatchObject({ conversations: 5, topUsers: [{ firstName: 'Of 5' }] });
  expect(await read(id, november, provider)).toMatchObject({ ...nothing, topUsers: [] });
});

test('a foreign, an unknown, a deleted and a merely reported one are not found alike', async () => {
  const { superAdmin: other } = await portal().makeCompany();
  const { database } = portal();
  const foreign = await makeSkill(other, 'Foreign');
  const deleted = await makeSkill(superAdmin, 'Deleted');
  await database.inCompany(superAdmin.companyId, (tx) =>
    runSql(tx, `update skills set deleted_at = now() where id = '${deleted.id}'`),
  );
  const reported = await reportSkill(database, superAdmin.companyId, 'Only reported');
  for (const id of [foreign.id, deleted.id, reported.id, randomUUID()]) {
    expect(await call(id, november, superAdmin)).toMatchObject({ status: 404, body: { code: 'record.not-found' } });
  }
  expect((await call('unmapped', november, superAdmin)).status).toBe(404);
});

test.each([
  [{ from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' }, 'from'],
  [{ from: '1999-06-01T00:00:00Z' }, 'from'],
  [{ from: '2026-11-01T00:00:00Z', to: '2101-06-01T00:00:00Z' }, 'to'],
  [{ from: '2026-11-01' }, 'from'],
  [{ technicalUsers: 'yes' }, 'technicalUsers'],
  [{ skill: 'x' }, 'skill'],
])('%j is refused and %s named', async (query, path) => {
  const { id } = await makeSkill(superAdmin, `Asked ${randomUUID()}`);
  expect(await call(id, query, superAdmin)).toMatchObject({ status: 422, body: { fields: [{ path }] } });
});

test('five years of nothing are answered as they are, and longer ranges are refused', async () => {
  const { id } = await makeSkill(superAdmin, 'Long', 0);
  const { days } = await read(id, { from: '2021-01-01T00:00:00Z', to: '2025-12-31T00:00:00Z' });
  expect(days[0]?.date).toBe('2021-01-01');
  expect(days.length).toBeGreaterThan(1_800);
  const tooLong = { from: '2000-01-01T00:00:00Z', to: '2100-12-31T00:00:00Z' };
  expect(await call(id, tooLong, superAdmin)).toMatchObject({ status: 422, body: { code: 'request.range-too-long' } });
});
