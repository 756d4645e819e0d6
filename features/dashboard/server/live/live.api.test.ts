import { expect, test, vi } from 'vitest';
import type { AnalyticsStats, TopSkillRow, TopUser } from '#features/dashboard/contract/analytics.ts';
import type { ConversationsPage } from '#features/conversation-log/contract/logs.ts';
import type { Dashboard, WatchedUsage } from '#features/dashboard/contract/live.ts';
import type { SupportRequest } from '#features/company/contract/support-requests.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { startTestPortal, useTestPortal } from '#server/testing/test-portal.ts';
import { createSearchKit } from '#features/conversation-log/server/search/testing/search-kit.ts';
import { addSkill } from '#domain/conversations/testing/conversation-rows.ts';
import { watch } from '#domain/live/testing/watch-events.ts';

const portal = useTestPortal();
const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' };
const waitMs = 10_000;

async function makeSender(companyId: string) {
  const { secret } = await makeIntakeKey(portal(), companyId, { name: 'Bot' });
  let count = 0;
  const send = async (values: object = {}) => {
    count += 1;
    const conversation = { id: `live-${count}`, date: '2026-11-05T10:00:00Z', status: 'Completed', ...values };
    const { status } = await portal().call('/intake/conversations', {
      headers: { authorization: `Bearer ${secret}` },
      body: { conversations: [conversation] },
    });
    expect(status).toBe(200);
  };
  return send;
}

test('the dashboard is sent as it is, and again when a conversation arrives', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const send = await makeSender(id);
  const { response, values, close } = await watch<Dashboard>(
    portal(),
    `/analytics/events?${new URLSearchParams(range)}`,
    superAdmin,
  );
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  await vi.waitFor(() => expect(values.at(-1)?.stats.conversations).toBe(0), waitMs);
  await send();
  await vi.waitFor(() => expect(values.at(-1)?.stats.conversations).toBe(1), waitMs);
  expect(values.at(-1)?.answers).toMatchObject({ answers: 0, failed: 0 });
  const { body } = await portal().call(`/analytics/stats?${new URLSearchParams(range)}`, { as: superAdmin });
  expect({ ...values.at(-1)?.stats, date: '' }).toEqual({ ...(body as AnalyticsStats), date: '' });
  await close();
});

test('a page of the log is sent with what its filters take, and not to another company', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const stranger = await portal().makeCompany();
  const send = await makeSender(id);
  const query = { ...range, status: ['Failed'] };
  const own = await watch<ConversationsPage>(portal(), '/analytics/logs/events', superAdmin, query);
  const other = await watch<ConversationsPage>(portal(), '/analytics/logs/events', stranger.superAdmin, query);
  await vi.waitFor(() => expect([own.values, other.values]).toMatchObject([[{ size: 0 }], [{ size: 0 }]]), waitMs);
  await send();
  await send({ status: 'Failed' });
  await vi.waitFor(
    () => expect(own.values.at(-1)).toMatchObject({ size: 1, payloads: [{ status: 'Failed' }] }),
    waitMs,
  );
  expect(other.values).toHaveLength(1);
  await own.close();
  await other.close();
});

test('a page of the log is sent again where a conversation of it is deleted', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const send = await makeSender(id);
  await send();
  const { values, close } = await watch<ConversationsPage>(portal(), '/analytics/logs/events', superAdmin, range);
  await vi.waitFor(() => expect(values.at(-1)?.size).toBe(1), waitMs);
  const [listed] = values.at(-1)?.payloads ?? [];
  const deletion = { reason: 'Sent by mistake' };
  const deleted = await portal().call(`/erasures/conversations/${listed?._id}`, { as: superAdmin, body: deletion });
  expect(deleted.status).toBe(200);
  await vi.waitFor(() => expect(values.at(-1)?.size).toBe(0), waitMs);
  await close();
});

test('top users, top skills and usage are sent again when a conversation arrives, usage also for a new limit', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const send = await makeSender(id);
  const query = new URLSearchParams(range).toString();
  const users = await watch<TopUser[]>(portal(), `/analytics/top-users/events?${query}`, superAdmin);
  const skills = await watch<TopSkillRow[]>(portal(), `/analytics/top-skills/events?${query}`, superAdmin);
  const usage = await watch<Usage>(portal(), '/company/skills/usage/events?period=2026-11', superAdmin);
  const all = [users, skills, usage];
  await vi.waitFor(() => expect(all.map(({ values }) => values.length)).toEqual([1, 1, 1]), waitMs);
  const requests = [{ id: 'live-request', skill: 'Leave' }];
  const messages = [{ id: 'm', date: '2026-11-05T10:00:00Z', isAssistant: false, author: 'Mari', data: [] }];
  await send({ skill: 'Leave', user: { id: 'mari', firstName: 'Mari' }, requests, messages });
  await vi.waitFor(() => expect(users.values.at(-1)).toMatchObject([{ firstName: 'Mari', total: 1 }]), waitMs);
  await vi.waitFor(() => expect(skills.values.at(-1)).toMatchObject([{ name: 'Leave', total: 1 }]), waitMs);
  await vi.waitFor(() => expect(usage.values.at(-1)).toMatchObject({ requests: 1, limit: null }), waitMs);
  const limit = { limit: 10, action: 'stop', version: usage.values.at(-1)?.limitVersion };
  const updated = await portal().call('/company/limits', { as: superAdmin, method: 'PUT', body: limit });
  expect(updated.status).toBe(200);
  await vi.waitFor(() => expect(usage.values.at(-1)?.limit).toBe(10), waitMs);
  for (const { close } of all) await close();
});

test('support limits, support requests and rates of own costs are sent with the usage when they change', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const operator = (await portal().makeCompany({ isProvider: true })).superAdmin;
  const { values, close } = await watch<WatchedUsage>(portal(), '/company/skills/usage/events', superAdmin);
  await vi.waitFor(
    () => expect(values).toMatchObject([{ ownCosts: { data: [] }, supportRequests: { total: 0 } }]),
    waitMs,
  );
  const limits = { limit: 250, version: values[0]?.support.version };
  const updated = await portal().call('/company/support/limits', { as: superAdmin, method: 'PUT', body: limits });
  expect(updated.status).toBe(200);
  await vi.waitFor(() => expect(values.at(-1)?.support.limit).toBe(250), waitMs);
  const day = portal().clock.now().toISOString().slice(0, 10);
  const recorded = await portal().call('/company/support/requests', {
    as: operator,
    headers: { 'x-company': id },
    body: { date: day, type: 'E-mail', subject: 'Gateway', cost: 12.5 },
  });
  expect(recorded.status).toBe(201);
  await vi.waitFor(() => expect(values.at(-1)?.supportRequests.total).toBe(12.5), waitMs);
  const requestPath = `/company/support/requests/${(recorded.body as SupportRequest)._id}`;
  await portal().call(requestPath, { as: operator, headers: { 'x-company': id }, method: 'DELETE' });
  await vi.waitFor(() => expect(values.at(-1)?.supportRequests.data).toEqual([]), waitMs);
  const { id: skill } = await addSkill(portal().database, id, 'Own skill');
  const rate = { price: 0.5, validFrom: day };
  expect((await portal().call(`/company/skills/${skill}/own-costs`, { as: superAdmin, body: rate })).status).toBe(200);
  await vi.waitFor(() => expect(values.at(-1)?.ownCosts.data).toMatchObject([{ _id: skill, requests: 0 }]), waitMs);
  await close();
});

test('usage of a month that is still to come is not streamed', async () => {
  const { superAdmin } = await portal().makeCompany();
  const later = await portal().call('/company/skills/usage/events?period=2030-01', { as: superAdmin });
  expect(later).toMatchObject({ status: 422, body: { fields: [{ path: 'period' }] } });
});

test('a change that another portal stores is sent', async () => {
  const { portal: second, stop } = await startTestPortal({}, { beside: portal() });
  const { id, superAdmin } = await portal().makeCompany();
  const send = await makeSender(id);
  const { values, close } = await watch<ConversationsPage>(second, '/analytics/logs/events', superAdmin, range);
  await vi.waitFor(() => expect(values.at(-1)?.size).toBe(0), waitMs);
  await send();
  await vi.waitFor(() => expect(values.at(-1)?.size).toBe(1), waitMs);
  await close();
  await stop();
});

test('a searched log is sent again when the index has followed, which another portal keeps', async () => {
  const { portal: second, stop } = await startTestPortal({}, { beside: portal() });
  const { index, makeReporter, report, year } = createSearchKit(portal);
  const reporter = await makeReporter();
  await report(reporter, { id: 'a', daysAgo: 1, texts: ['The invoice is paid'] });
  await index();
  const query = { ...year(), search: 'invoice' };
  const path = '/analytics/logs/events';
  const { values, close } = await watch<ConversationsPage>(second, path, reporter.superAdmin, query);
  await vi.waitFor(() => expect(values.at(-1)?.size).toBe(1), waitMs);
  await report(reporter, { id: 'b', texts: ['Another invoice'] });
  await index();
  await vi.waitFor(() => expect(values.at(-1)?.size).toBe(2), waitMs);
  expect(values.at(-1)?.payloads[0]?.hits).toHaveLength(1);
  await close();
  const tooCommon = await second.call(path, { as: reporter.superAdmin, body: { ...query, search: 'the of' } });
  expect(tooCommon).toMatchObject({ status: 422, body: { code: 'search.too-common' } });
  await stop();
});

test('a stream ends before the next event where its person has lost the session', async () => {
  const { id } = await portal().makeCompany();
  const user = await portal().makeUser(id);
  const send = await makeSender(id);
  const { values, state, close } = await watch<ConversationsPage>(portal(), '/analytics/logs/events', user, range);
  await vi.waitFor(() => expect(values).toHaveLength(1), waitMs);
  await portal().call('/session/sign-out-everywhere', { as: user, method: 'POST' });
  portal().clock.advance(10_000);
  await send();
  await vi.waitFor(() => expect(state.isOver).toBe(true), waitMs);
  expect(values).toHaveLength(1);
  await close();
});

test('a user who may read the own conversations alone gets those alone', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const levels = { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: 'own' } };
  const changed = await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } });
  expect(changed.status).toBe(200);
  const user = await portal().makeUser(id, { roles: ['User'], email: `live-${id.slice(0, 8)}@example.com` });
  const send = await makeSender(id);
  const own = await watch<ConversationsPage>(portal(), '/analytics/logs/events', user, range);
  await vi.waitFor(() => expect(own.values.at(-1)?.size).toBe(0), waitMs);
  await send({ user: { id: 'someone', email: 'someone@example.com' } });
  await send({ user: { id: 'me', email: user.email } });
  await vi.waitFor(() => expect(own.values.at(-1)?.size).toBe(1), waitMs);
  await own.close();
});

test('one account has twelve streams at a time, and a range that is too long has none', async () => {
  const { superAdmin } = await portal().makeCompany();
  const path = `/analytics/events?${new URLSearchParams(range)}`;
  const open = await Promise.all(Array.from({ length: 12 }, () => watch<Dashboard>(portal(), path, superAdmin)));
  expect(open.map(({ response }) => response.status)).toEqual(Array.from({ length: 12 }, () => 200));
  const refused = await portal().call(path, { as: superAdmin });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  const [first] = open;
  await first?.close();
  await vi.waitFor(async () => expect((await portal().call(path, { as: superAdmin })).status).toBe(200), waitMs);
  for (const each of open) await each.close();
  const long = new URLSearchParams({ ...range, from: '2010-01-01T00:00:00.000Z' });
  const tooLong = await portal().call(`/analytics/events?${long}`, { as: superAdmin });
  expect(tooLong).toMatchObject({ status: 422, body: { code: 'request.range-too-long' } });
});

test('a portal that stops ends its streams, and takes no new ones', async () => {
  const { portal: second, stop } = await startTestPortal({}, { beside: portal() });
  const { superAdmin } = await portal().makeCompany();
  const { state, close } = await watch<ConversationsPage>(second, '/analytics/logs/events', superAdmin, range);
  await second.adapters.changes.close();
  await vi.waitFor(() => expect(state.isOver).toBe(true), waitMs);
  const refused = await second.call('/analytics/logs/events', { as: superAdmin, body: range });
  expect(refused.status).toBe(503);
  await close();
  await stop();
});
