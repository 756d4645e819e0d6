import { beforeAll, describe, expect, test } from 'vitest';
import type { AnalyticsStats, SkillRequests, TopSkillRow, TopUser } from '#features/dashboard/contract/analytics.ts';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import { ratingValues } from '#contract/conversations/rating-values.ts';
import type { LogTotals } from '#features/conversation-log/contract/log-query.ts';
import type { UserFigures } from '#features/dashboard/contract/user-figures.ts';
import type { UsageEventPage } from '#features/money/contract/usage.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { getDay, getEndOfDay, getStartOfDay } from '#contract/calendar/zones.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { listPeople, makeConversation } from '../testing/random-conversations.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

/*
 * Every number of the dashboard beside what the log answers with the filter that its link has: the number of conversations,
 * or the sum over them where the figure counts messages or calls.
 */

const portal = useTestPortal();
const zone = 'Europe/Tallinn';
const range = { from: '2026-09-30T21:00:00.000Z', to: '2026-11-15T21:59:59.999Z' };

let companyId: string;
let superAdmin: TestUser;
let technical: TestUser;
let mapped: TestUser;

const people = listPeople();

beforeAll(async () => {
  ({ id: companyId, superAdmin } = await portal().makeCompany());
  technical = await portal().makeUser(companyId, { roles: ['SuperAdmin', 'TechnicalUser'] });
  mapped = await portal().makeUser(companyId, { roles: ['User'] });
  people[3] = { email: mapped.email, firstName: 'M.' };
  const { secret } = await makeIntakeKey(portal(), companyId, { name: 'Teams' });
  const conversations = Array.from({ length: 600 }, (_, place) => makeConversation(place, people));
  for (let first = 0; first < conversations.length; first += 200) {
    const { body } = await portal().call('/intake/conversations', {
      body: { conversations: conversations.slice(first, first + 200) },
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(body).toMatchObject({ accepted: 200, rejected: [] });
  }
  const patterns = [{ name: 'Name', pattern: 'Tamm|Kask' }];
  const { status } = await portal().call('/company/masking', {
    as: superAdmin,
    method: 'PUT',
    body: { shown: [], patterns },
  });
  expect(status).toBe(200);
});

async function read<Answer>(path: string, query: Record<string, string>, as: TestUser): Promise<Answer> {
  const { status, body } = await portal().call(`${path}?${new URLSearchParams(query)}`, { as });
  expect({ path, status }).toEqual({ path, status: 200 });
  return body as Answer;
}

interface LogPage {
  readonly payloads: ListedConversation[];
  readonly size: number;
  readonly totals?: LogTotals;
}

async function listLog(filter: object, as: TestUser): Promise<LogPage> {
  const { status, body } = await portal().call('/analytics/logs', { as, body: { ...range, ...filter } });
  expect(status).toBe(200);
  return body as LogPage;
}

describe.each([
  ['without technical users', () => superAdmin, false],
  ['with technical users', () => technical, true],
] as const)('the log opened by a figure, %s', (_, getReader, includesTechnical) => {
  const figures = (more: Record<string, string> = {}) => ({
    ...range,
    ...more,
    ...(includesTechnical && { technicalUsers: 'true' }),
  });
  const listPage = (filter: object, page: number) =>
    listLog({ ...filter, page, limit: 100, technicalUsers: includesTechnical, totals: true }, getReader());

  /** All rows of the log, whose sums are those of its totals. */
  async function readLog(filter: object = {}) {
    const first = await listPage(filter, 1);
    const rows = [...first.payloads];
    for (let page = 2; rows.length < first.size; page += 1) rows.push(...(await listPage(filter, page)).payloads);
    const sums = {
      conversations: first.size,
      messages: rows.reduce((sum, { messages }) => sum + messages, 0),
      apiCalls: rows.reduce((sum, { apiCalls = 0 }) => sum + apiCalls, 0),
    };
    expect(rows).toHaveLength(first.size);
    expect(first.totals).toEqual({ messages: sums.messages, apiCalls: sums.apiCalls });
    return sums;
  }

  const readStats = () => read<AnalyticsStats>('/analytics/stats', figures(), getReader());

  test('tiles', async () => {
    const stats = await readStats();
    const { conversations, messages, apiCalls } = stats;
    expect(conversations).toBeGreaterThan(400);
    expect(await readLog()).toEqual({ conversations, messages, apiCalls });
    const finished = await readLog({ status: ['Completed', 'Failed', 'Escaped', 'Error'] });
    const completed = await readLog({ status: ['Completed'] });
    expect(stats.successRate).toBe(Math.floor((completed.conversations / finished.conversations) * 1000 + 0.5) / 10);
  });

  test('days and weeks', async () => {
    const { messagesByDate, ...total } = await readStats();
    for (const { date, conversations, messages } of messagesByDate) {
      const day = { from: toIso(getStartOfDay(date, zone)), to: toIso(getEndOfDay(date, zone)) };
      expect({ date, ...(await readLog(day)) }).toMatchObject({ date, conversations, messages });
    }
    expect(messagesByDate.reduce((sum, day) => sum + day.conversations, 0)).toBe(total.conversations);
    const week = messagesByDate.slice(5, 12);
    const days = {
      from: toIso(getStartOfDay(week[0]?.date ?? '', zone)),
      to: toIso(getEndOfDay(week[6]?.date ?? '', zone)),
    };
    expect((await readLog(days)).conversations).toBe(week.reduce((sum, day) => sum + day.conversations, 0));
  });

  test('statuses and hours', async () => {
    const { statuses, hours } = await readStats();
    for (const { status, total } of statuses) expect((await readLog({ status: [status] })).conversations).toBe(total);
    expect(hours.length).toBeGreaterThan(100);
    for (const { weekday, hour, total } of hours) {
      expect({ weekday, hour, total: (await listPage({ weekday, hour }, 1)).size }).toEqual({ weekday, hour, total });
    }
  });

  test('skills', async () => {
    const { topSkills } = await readStats();
    const all = await read<TopSkillRow[]>('/analytics/top-skills', figures(), getReader());
    expect(all.slice(0, 5).map(({ total }) => total)).toEqual(topSkills.map(({ total }) => total));
    expect(all).toHaveLength(8);
    for (const { _id, total } of all) expect((await readLog({ skills: [_id] })).conversations).toBe(total);
  });

  test('users', async () => {
    const { topUsers, users } = await readStats();
    const all = await read<TopUser[]>('/analytics/top-users', figures(), getReader());
    expect(topUsers.map(({ total }) => total)).toEqual(all.slice(0, 5).map(({ total }) => total));
    expect(all).toHaveLength(users);
    for (const { _id, total } of all) expect((await readLog({ users: [_id] })).messages).toBe(total);
  });

  test('failures, also those that an own pattern masks to the same words', async () => {
    const stats = await read<AnswerStats>('/analytics/answers', figures(), getReader());
    expect((await readLog({ failed: true })).conversations).toBe(stats.failedConversations);
    expect(stats.failures.map(({ failure }) => failure).toSorted()).toEqual([
      '503 again, [Name]',
      'Card of [Name] declined',
      'RateLimitError',
      'Timeout',
    ]);
    for (const { failure, total } of stats.failures) {
      expect({ failure, total: (await readLog({ failures: [failure] })).conversations }).toEqual({ failure, total });
    }
    const sum = stats.failures.reduce((total, each) => total + each.total, 0);
    expect([sum, (await readLog({ failed: false })).conversations + sum]).toEqual([
      stats.failedConversations,
      (await readLog()).conversations,
    ]);
    // What is masked is not found by its words.
    expect((await listPage({ failures: ['Card of Tamm declined'] }, 1)).size).toBe(0);
  });

  test.each([
    ['whole days', range, 4, 3],
    ['parts of days', { from: '2026-10-07T10:30:00.000Z', to: '2026-10-12T18:59:59.999Z' }, 4, 3],
    ['a part of one day', { from: '2026-10-20T09:30:00.000Z', to: '2026-10-20T16:29:59.999Z' }, 3, 3],
  ])('models, tools, ratings and unanswered questions of %s', async (_name, days, models, tools) => {
    const stats = await read<AnswerStats>('/analytics/answers', figures(days), getReader());
    const countLog = async (filter: object) => (await listPage({ ...days, ...filter }, 1)).size;
    expect([stats.models.length, stats.tools.length]).toEqual([models, tools]);
    for (const { model, conversations } of stats.models) {
      expect(await countLog({ models: [model] })).toBe(conversations);
    }
    expect(stats.models.map(({ model }) => model)).toContain('');
    for (const { tool, conversations, failed, calls, failedCalls } of stats.tools) {
      expect([calls >= conversations, failedCalls >= failed]).toEqual([true, true]);
      const sizes = [await countLog({ tools: [tool] }), await countLog({ failedTools: [tool] })];
      expect({ tool, sizes }).toEqual({ tool, sizes: [conversations, failed] });
    }
    expect(stats.tools.map(({ tool }) => tool)).toContain('mail [Name]');
    expect(await countLog({ tools: ['mail Tamm'] })).toBe(0);
    expect(await countLog({ unanswered: true })).toBe(stats.unanswered);
    for (const value of ratingValues) expect(await countLog({ ratings: [value] })).toBe(stats.ratings[value]);
    expect(await countLog({ ratings: [...ratingValues] })).toBe(
      ratingValues.reduce((sum, value) => sum + stats.ratings[value], 0),
    );
    expect(await countLog({ failed: true })).toBe(stats.failedConversations);
    expect(await verifyRollups(portal().database, companyId)).toEqual([]);
  });

  test('users, skills and details together', async () => {
    const { topUsers, topSkills } = await readStats();
    const users = topUsers.map(({ _id }) => _id);
    const skills = topSkills.map(({ _id }) => _id);
    await readLog({ users, skills });
    await readLog({ users, status: ['Completed', 'Failed'] });
    await readLog({ users, failed: true, slowerThanMs: 5000 });
  });

  test('billed requests', async () => {
    const { requests, skills } = await readStats();
    const days = { from: getDay(Date.parse(range.from), zone), to: getDay(Date.parse(range.to), zone) };
    const listRequests = async (id: string, more: Record<string, string> = {}) => {
      let found = 0;
      let after: string | null = null;
      let total: number | null | undefined;
      do {
        const query: Record<string, string> = { ...days, ...more, limit: '100', ...(after !== null && { after }) };
        const page: UsageEventPage = await read(`/company/skills/usage/${id}/requests`, query, getReader());
        found += page.payloads.length;
        total ??= page.total;
        after = page.next;
      } while (after !== null);
      expect(found).toBe(total);
      return found;
    };
    expect(await listRequests('all')).toBe(requests);
    const all = await read<SkillRequests[]>('/analytics/skill-requests', figures(), getReader());
    expect(all.length).toBeGreaterThanOrEqual(skills.length);
    for (const skill of all) expect(await listRequests(skill._id)).toBe(skill.requests);
    const own = await read<UserFigures>(`/analytics/users/${mapped.id}`, figures(), getReader());
    expect(own.requests).toBeGreaterThan(10);
    expect(await listRequests('all', { user: mapped.id })).toBe(own.requests);
    expect(await readLog({ users: [mapped.id] })).toMatchObject({
      conversations: own.conversations,
      messages: own.messages,
    });
  });
});

const toIso = (instant: number) => new Date(instant).toISOString();

test('sums that a reader may not see are missing, and those of own conversations are theirs alone', async () => {
  const all = await listLog({ totals: true }, mapped);
  expect(all.totals).toEqual({ messages: expect.any(Number) as number });
  const own = await read<UserFigures>(`/analytics/users/${mapped.id}`, range, superAdmin);
  const levels = { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: 'own' } };
  await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } });
  const readable = await listLog({ totals: true }, mapped);
  expect(readable).toMatchObject({ size: own.conversations, totals: { messages: own.messages } });
  expect(readable.size).toBeLessThan(all.size);
});
