import { runSql } from '#server/testing/sql/run-sql.ts';
import { expect, test } from 'vitest';
import {
  comparisons,
  topListLength,
  type AnalyticsStats,
  type TopSkillRow,
  type TopUser,
} from '#features/dashboard/contract/analytics.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, type TestConversation } from '#domain/conversations/testing/conversation-rows.ts';

const portal = useTestPortal();

const hour = 3_600_000;
const iso = (instant: number) => new Date(instant).toISOString();

async function makeCompany(zone: string, conversations: readonly TestConversation[]): Promise<TestUser> {
  const { id, superAdmin } = await portal().makeCompany();
  await portal().database.inCompany(id, (tx) => runSql(tx, `update companies set time_zone = '${zone}'`));
  await addConversations(portal().database, id, conversations);
  return superAdmin;
}

async function read<Answer>(path: string, query: Record<string, string>, as: TestUser): Promise<Answer> {
  const { status, body } = await portal().call(`${path}?${new URLSearchParams(query)}`, { as });
  expect({ status, query }).toEqual({ status: 200, query });
  return body as Answer;
}

/** Updates the months of a user as a program before 24 November 2026 does, which makes their days unknown. */
const writeAsBeforeDays = ({ companyId }: TestUser) =>
  portal().database.inCompany(companyId, (tx) =>
    runSql(tx, 'update user_monthly_stats set messages = messages + 0 where user_number = 3'),
  );

/** Some conversations at every hour of the days around an instant, and on the milliseconds around midnights. */
function makeConversations(around: number, days: number, dice: () => number): TestConversation[] {
  const from = around - days * 24 * hour;
  return Array.from({ length: 300 }, (_, place) => ({
    startedAt: iso(from + Math.round(dice() * 2 * days * 24) * hour + (place % 3) - 1),
    skill: Math.floor(dice() * 4),
    user: Math.floor(dice() * 40),
    status: conversationStatuses[Math.floor(dice() * 5)] ?? 'Completed',
    messages: Math.floor(dice() * 9),
    apiCalls: Math.floor(dice() * 3),
    requests: Math.floor(dice() * 3),
  }));
}

interface Expected {
  readonly conversations: number;
  readonly messages: number;
  readonly apiCalls: number;
  readonly requests: number;
  readonly users: number;
}

interface Messages {
  readonly user: number;
  readonly messages: number;
}

const isInside = ({ startedAt }: TestConversation, { from, to }: { from: string; to: string }) =>
  startedAt >= from && startedAt <= to;

function sumUpMessages(conversations: readonly TestConversation[], range: { from: string; to: string }): Messages[] {
  const sums = new Map<number, number>();
  for (const { user = 0, messages = 0 } of conversations.filter((each) => isInside(each, range))) {
    if (user !== 0) sums.set(user, (sums.get(user) ?? 0) + messages);
  }
  return [...sums].map(([user, messages]) => ({ user, messages }));
}

/** The messages of the top users, and what they wrote in the range before. */
function findTopUsers(conversations: readonly TestConversation[], stats: AnalyticsStats) {
  const before = new Map(sumUpMessages(conversations, stats.previous).map(({ user, messages }) => [user, messages]));
  const byMessages = (one: Messages, other: Messages) => other.messages - one.messages || one.user - other.user;
  return sumUpMessages(conversations, stats)
    .toSorted(byMessages)
    .slice(0, topListLength)
    .map(({ user, messages }) => ({ total: messages, previous: before.get(user) ?? 0 }));
}

function sumUp(conversations: readonly TestConversation[], from: string, to: string): Expected {
  const inside = conversations.filter(({ startedAt }) => startedAt >= from && startedAt <= to);
  const sum = (field: 'messages' | 'apiCalls' | 'requests') =>
    inside.reduce((total, conversation) => total + (conversation[field] ?? 0), 0);
  return {
    conversations: inside.length,
    messages: sum('messages'),
    apiCalls: sum('apiCalls'),
    requests: sum('requests'),
    users: new Set(inside.flatMap(({ user }) => (user ? [user] : []))).size,
  };
}

function expectSums(stats: AnalyticsStats, conversations: readonly TestConversation[]) {
  const { previous } = stats;
  expect(stats).toMatchObject(sumUp(conversations, stats.from, stats.to));
  expect(previous).toMatchObject(sumUp(conversations, previous.from, previous.to));
  expect(previous.to < stats.from).toBe(true);
  expect(stats.topUsers).toMatchObject(findTopUsers(conversations, stats));
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  for (const parts of [stats.messagesByDate.map((day) => day.conversations), stats.hours.map((each) => each.total)]) {
    expect(total(parts)).toBe(stats.conversations);
  }
  expect(total(stats.messagesByDate.map(({ messages }) => messages))).toBe(stats.messages);
  for (const parts of [
    stats.messagesByDate.map((day) => day.previous.conversations),
    stats.hours.map((each) => each.previous),
  ]) {
    expect(total(parts)).toBe(previous.conversations);
  }
  expect(total(stats.statuses.map((status) => status.total))).toBe(stats.conversations);
  expect(total(stats.statuses.map((status) => status.previous))).toBe(previous.conversations);
}

test.each([
  ['Europe/Tallinn', '2026-03-29T01:00:00Z'],
  ['Europe/Tallinn', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Asia/Kolkata', '2026-03-29T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Europe/Tallinn', '2028-02-29T12:00:00Z'],
])('in %s around %s every figure of any range is that of its conversations', async (zone, change) => {
  const dice = createRandom(`${zone} ${change}`).fraction;
  const around = Math.floor(Date.parse(change) / hour) * hour;
  const conversations = makeConversations(around, 45, dice);
  const as = await makeCompany(zone, conversations);
  for (let turn = 0; turn < 10; turn += 1) {
    if (turn === 7) await writeAsBeforeDays(as);
    const from = around + Math.round((dice() - 0.5) * 80 * 24) * (hour / 2) + Math.floor(dice() * 3) - 1;
    const to = from + Math.round(dice() * 40 * 24) * (hour / 2);
    const compare = comparisons[turn % comparisons.length] ?? 'days';
    const stats = await read<AnalyticsStats>('/analytics/stats', { from: iso(from), to: iso(to), compare }, as);
    expectSums(stats, conversations);
    const skills = await read<TopSkillRow[]>('/analytics/top-skills', { from: iso(from), to: iso(to) }, as);
    expect(skills.slice(0, 5)).toEqual(stats.topSkills.map(({ _id, name, total }) => ({ _id, name, total })));
    const people = await read<TopUser[]>('/analytics/top-users', { from: iso(from), to: iso(to) }, as);
    expect(people).toHaveLength(stats.users);
  }
});

test.each([
  ['Europe/Tallinn', '2026-03', '2026-02-28T22:00:00Z', '2026-03-31T20:59:59.999Z'],
  ['Europe/Tallinn', '2026-10', '2026-09-30T21:00:00Z', '2026-10-31T21:59:59.999Z'],
  ['Australia/Lord_Howe', '2026-04', '2026-03-31T13:00:00Z', '2026-04-30T13:29:59.999Z'],
  ['Asia/Kolkata', '2028-02', '2028-01-31T18:30:00Z', '2028-02-29T18:29:59.999Z'],
])('in %s the days of %s add up to the month', async (zone, month, from, to) => {
  const dice = createRandom(from).fraction;
  const conversations = makeConversations(Date.parse(from) + 15 * 24 * hour, 20, dice);
  const as = await makeCompany(zone, conversations);
  const ofMonth = await read<AnalyticsStats>('/analytics/stats', { from, to }, as);
  expectSums(ofMonth, conversations);
  expect(ofMonth.messagesByDate.every(({ date }) => date.startsWith(month))).toBe(true);
  let [start, sum] = [from, 0];
  for (const { date, conversations: count } of ofMonth.messagesByDate) {
    const end = findEndOfDay(date, start, zone);
    const day = await read<AnalyticsStats>('/analytics/stats', { from: start, to: end }, as);
    expect(day.messagesByDate).toEqual([expect.objectContaining({ date, conversations: count })]);
    sum += day.conversations;
    start = iso(Date.parse(end) + 1);
  }
  expect([sum, start]).toEqual([ofMonth.conversations, iso(Date.parse(to) + 1)]);
});

/** The last millisecond that a calendar of the zone still writes with that day. */
function findEndOfDay(date: string, start: string, zone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  let end = Date.parse(start);
  while (format.format(end + hour / 2) === date) end += hour / 2;
  return iso(end + hour / 2 - 1);
}

test('a range is compared with an empty one where the month before has no such hours', async () => {
  const as = await makeCompany('UTC', [{ startedAt: '2026-03-29T13:00:00Z', user: 1 }]);
  const range = { from: '2026-03-29T12:00:00Z', to: '2026-03-30T06:00:00Z', compare: 'months' };
  const stats = await read<AnalyticsStats>('/analytics/stats', range, as);
  expect([stats.users, stats.previous.users, stats.topUsers[0]?.previous]).toEqual([1, 0, 0]);
});
