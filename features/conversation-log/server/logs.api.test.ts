import { beforeAll, expect, test } from 'vitest';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { getDay, getWeekday, toClock } from '#contract/calendar/zones.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import {
  addConversations,
  addSkill,
  reportSkill,
  reportUser,
  showAll,
  type TestConversation,
} from '#domain/conversations/testing/conversation-rows.ts';

const portal = useTestPortal();
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
const day = 24 * 3_600_000;

interface LogPage {
  readonly payloads: ListedConversation[];
  readonly size: number;
}

async function search(query: LogQuery, as: TestUser): Promise<LogPage> {
  const { status, body } = await portal().call('/analytics/logs', { as, body: query });
  expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
  return body as LogPage;
}

/** Four users and four skills with conversations on every day of half a year, some of them at the same moment. */
async function makeBusyCompany() {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const known = await portal().makeUser(companyId);
  const skill = await addSkill(database, companyId, 'Leave requests');
  const users = [
    await reportUser(database, companyId, { firstName: 'Anna', lastName: 'Arro' }),
    await reportUser(database, companyId, { firstName: 'Old', lastName: 'Name', userId: known.id }),
    await reportUser(database, companyId, { firstName: 'Anna', lastName: 'Arro', email: 'other@anna.example' }),
  ];
  const skills = [
    await reportSkill(database, companyId, 'leave', skill.id),
    await reportSkill(database, companyId, 'Leave agent', skill.id),
    await reportSkill(database, companyId, 'Coffee'),
  ];
  const start = Date.parse('2026-06-01T00:00:00Z');
  const conversations = Array.from({ length: 720 }, (_, place): TestConversation => ({
    startedAt: new Date(start + Math.floor(place / 4) * day + (place % 3) * 7_000_000).toISOString(),
    user: [0, ...users.map(({ number }) => number)][(place * 7) % 4] ?? 0,
    skill: [0, ...skills.map(({ number }) => number)][(place * 5 + Math.floor(place / 9)) % 4] ?? 0,
    status: conversationStatuses[(place * 3) % 5] ?? 'Completed',
    messages: place % 6,
    apiCalls: place % 4,
    technical: place % 11 === 0,
  }));
  const ids = await addConversations(database, companyId, conversations);
  const shown = await showAll(database, companyId, ids);
  const toIds = (place: number) => ({ id: ids[place] ?? '', shown: shown[place] ?? '' });
  const rows = conversations.map((conversation, place) => ({ ...conversation, ...toIds(place) }));
  return { companyId, superAdmin, known, skill, users, skills, rows };
}

let busy: Awaited<ReturnType<typeof makeBusyCompany>>;

beforeAll(async () => {
  busy = await makeBusyCompany();
});

type Row = (typeof busy.rows)[number];

const newestFirst = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.startedAt === b.startedAt ? (a.id < b.id ? 1 : -1) : a.startedAt < b.startedAt ? 1 : -1));

test('one conversation, as the log shows it', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const { number: user } = await reportUser(database, companyId, { firstName: 'Anna', lastName: 'Arro' });
  const { number: skill } = await reportSkill(database, companyId, 'Coffee');
  const startedAt = '2026-11-05T10:00:00.123Z';
  const [id] = await addConversations(database, companyId, [
    { startedAt, user, skill, status: 'Escaped', messages: 7, apiCalls: 3, approvedAt: '2026-11-06T00:00:00Z' },
  ]);
  expect(await search(november, superAdmin)).toEqual({
    size: 1,
    payloads: [
      {
        _id: (await showAll(database, companyId, [id ?? '']))[0],
        date: startedAt,
        skill: 'Coffee',
        user: { firstName: 'Anna', lastName: 'Arro', isMapped: false },
        messages: 7,
        apiCalls: 3,
        status: 'Escaped',
        approvedAt: '2026-11-06T00:00:00.000Z',
      },
    ],
  });
});

test('API calls are there for SuperAdmins alone', async () => {
  for (const roles of [['Admin'], ['User'], ['User', 'TechnicalUser']] as const) {
    const as = await portal().makeUser(busy.companyId, { roles: [...roles] });
    const { payloads } = await search(november, as);
    expect(payloads).toHaveLength(20);
    expect(payloads.filter((record) => 'apiCalls' in record)).toEqual([]);
  }
  const { payloads } = await search(november, busy.superAdmin);
  expect(payloads.filter((record) => record.apiCalls === undefined)).toEqual([]);
});

test('a conversation asked for by itself is what the list says of it', async () => {
  const user = await portal().makeUser(busy.companyId);
  for (const as of [busy.superAdmin, user]) {
    const { payloads } = await search(november, as);
    const [listed] = payloads;
    const answer = await portal().call(`/analytics/logs/${listed?._id}`, { as });
    expect(answer).toMatchObject({ status: 200 });
    const { id: externalId } = busy.rows.find(({ shown }) => shown === listed?._id) ?? {};
    expect(answer.body).toMatchObject({ ...listed, externalId, requests: 0, cost: 0 });
  }
});

test('technical conversations are listed for a TechnicalUser who asks for them', async () => {
  const technical = await portal().makeUser(busy.companyId, { roles: ['TechnicalUser'] });
  const range = { from: '2026-06-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
  const { size } = await search(range, technical);
  expect(size).toBe(busy.rows.filter((row) => !row.technical).length);
  expect((await search({ ...range, technicalUsers: true }, technical)).size).toBe(busy.rows.length);
  expect((await search({ ...range, technicalUsers: true }, busy.superAdmin)).size).toBe(size);
});

const zone = 'Europe/Tallinn';
const whole = { from: '2026-06-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
const cut = { from: '2026-06-15T11:30:00Z', to: '2026-10-05T01:00:00.000Z' };
const short = { from: '2026-07-31T21:00:00Z', to: '2026-08-12T20:59:59.999Z' };

interface Search {
  readonly users?: readonly number[];
  readonly skills?: readonly number[];
  readonly status?: LogQuery['status'];
  readonly weekday?: number;
  readonly hour?: number;
}

function isInHour({ startedAt }: Row, { weekday, hour }: Search): boolean {
  const instant = Date.parse(startedAt);
  const isWeekday = weekday === undefined || weekday === getWeekday(getDay(instant, zone));
  return isWeekday && (hour === undefined || hour === new Date(toClock(instant, zone)).getUTCHours());
}

const searches: [string, Search][] = [
  ['nothing', {}],
  ['a status', { status: ['Failed'] }],
  ['two skills', { skills: [1, 3] }],
  ['a skill and two states', { skills: [2], status: ['Completed', 'Error'] }],
  ['two users', { users: [1, 2] }],
  ['a user and a status', { users: [3], status: ['Processing'] }],
  ['users, skills and states', { users: [1, 2], skills: [1, 2], status: ['Completed', 'Failed', 'Escaped'] }],
  ['nobody', { users: [0] }],
  ['no skill', { skills: [0] }],
  ['an hour of the week', { weekday: 2, hour: 4 }],
  ['an hour of the week and a skill', { weekday: 5, hour: 3, skills: [1, 2] }],
];

test.each(searches.flatMap(([name, asked]) => [whole, cut, short].map((range) => [name, range, asked] as const)))(
  'searched for %s in %j, all pages are all matches, newest first',
  async (_, range, asked) => {
    const users = asked.users?.map((place) => (place === 0 ? 'unmapped' : (busy.users[place - 1]?.id ?? '')));
    const skills = asked.skills?.map((place) => (place === 0 ? 'unmapped' : (busy.skills[place - 1]?.id ?? '')));
    const numbers = {
      users: asked.users?.map((place) => busy.users[place - 1]?.number ?? 0),
      skills: asked.skills?.map((place) => busy.skills[place - 1]?.number ?? 0),
    };
    const [from, to] = [new Date(range.from).toISOString(), new Date(range.to).toISOString()];
    const rows = newestFirst(busy.rows).filter((row) => isInHour(row, asked));
    const expected = rows.filter(
      (row) =>
        row.startedAt >= from &&
        row.startedAt <= to &&
        !row.technical &&
        (numbers.users?.includes(row.user ?? 0) ?? true) &&
        (numbers.skills?.includes(row.skill ?? 0) ?? true) &&
        (asked.status?.includes(row.status ?? 'Completed') ?? true),
    );
    const query = {
      ...range,
      limit: 33,
      ...(users && { users }),
      ...(skills && { skills }),
      ...(asked.status && { status: asked.status }),
      ...(asked.weekday && { weekday: asked.weekday }),
      ...(asked.hour && { hour: asked.hour }),
    };
    const found: string[] = [];
    for (let page = 1; page <= Math.ceil(expected.length / 33) + 1; page += 1) {
      const { payloads, size } = await search({ ...query, page }, busy.superAdmin);
      expect(size).toBe(expected.length);
      found.push(...payloads.map(({ _id }) => _id));
    }
    expect(found).toEqual(expected.map(({ shown }) => shown));
  },
);

test('a user of the portal and those of the same name are found by their ids, alone and joined', async () => {
  const range = { from: '2026-06-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
  const [anna, mapped, otherAnna] = busy.users.map(({ id }) => id);
  const sizeOf = async (users: string[]) => (await search({ ...range, users }, busy.superAdmin)).size;
  expect(await sizeOf([busy.known.id])).toBe(await sizeOf([mapped ?? '']));
  expect(await sizeOf([`${anna}::${otherAnna}`])).toBe(
    (await sizeOf([anna ?? ''])) + (await sizeOf([otherAnna ?? ''])),
  );
  expect(await sizeOf([`${anna}::${anna}`, anna ?? ''])).toBe(await sizeOf([anna ?? '']));
  expect((await search({ ...range, users: [busy.known.id] }, busy.superAdmin)).payloads[0]?.user).toEqual({
    firstName: 'Mari',
    lastName: 'Maasikas',
  });
});

test('a skill of the store is found under all of its names', async () => {
  const sizeOf = async (skills: string[]) => (await search({ ...november, skills }, busy.superAdmin)).size;
  const [first, second, coffee] = busy.skills.map(({ id }) => id);
  expect(await sizeOf([busy.skill.id])).toBe((await sizeOf([first ?? ''])) + (await sizeOf([second ?? ''])));
  expect(await sizeOf([busy.skill.id])).toBeGreaterThan(0);
  expect(await sizeOf([coffee ?? ''])).toBeGreaterThan(0);
});

test('foreign and unknown ids contribute nothing, and an empty list asks for nothing', async () => {
  const stranger = await makeBusyCompany();
  const all = await search(november, busy.superAdmin);
  const foreign = [stranger.users[0]?.id ?? '', stranger.known.id];
  const none = '00000000-0000-4000-8000-000000000000';
  for (const ids of [foreign, [none], ['x', '', '%', "' or 1=1 --", '::'], [foreign.join('::')], ['UNMAPPED']]) {
    expect(await search({ ...november, users: ids }, busy.superAdmin)).toEqual({ payloads: [], size: 0 });
    expect(await search({ ...november, skills: ids }, busy.superAdmin)).toEqual({ payloads: [], size: 0 });
  }
  expect(await search({ ...november, users: [], skills: [], status: [] }, busy.superAdmin)).toEqual(all);
  const anna = busy.users[0]?.id ?? '';
  const joined = await search({ ...november, users: [`${anna}::${foreign.join('::')}`] }, busy.superAdmin);
  expect(joined).toEqual(await search({ ...november, users: [anna] }, busy.superAdmin));
});

test('a page behind the end is empty and has the same size', async () => {
  const { size } = await search(november, busy.superAdmin);
  expect(await search({ ...november, page: 1_000_000 }, busy.superAdmin)).toEqual({ payloads: [], size });
});

test.each([
  [{ page: 0 }, 'page'],
  [{ page: -1 }, 'page'],
  [{ page: 1.5 }, 'page'],
  [{ page: 1e9 }, 'page'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 100_000 }, 'limit'],
  [{ status: ['completed'] }, 'status.0'],
  [{ users: 'x' }, 'users'],
  [{ users: Array.from({ length: 1001 }, () => 'x') }, 'users'],
  [{ from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' }, 'from'],
  [{ to: '9999-01-01T00:00:00Z' }, 'to'],
  [{ technicalUsers: 'true' }, 'technicalUsers'],
  [{ weekday: 0 }, 'weekday'],
  [{ hour: 24 }, 'hour'],
  [{ companyId: 'x' }, 'companyId'],
])('%j is refused and %s named', async (body, path) => {
  const answer = await portal().call('/analytics/logs', { as: busy.superAdmin, body });
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ path }] } });
});
