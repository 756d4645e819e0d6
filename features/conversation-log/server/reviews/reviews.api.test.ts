import { beforeAll, expect, test } from 'vitest';
import type { ConversationDetails, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { LogTotals } from '#features/conversation-log/contract/log-query.ts';
import type { Review } from '#features/conversation-log/contract/reviews.ts';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
const date = '2026-11-10T09:00:00.000Z';
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
let superAdmin: TestUser;
let colleague: TestUser;
let stranger: TestUser;
let ids: string[];

const listIds = async (filter: object, as = superAdmin) => {
  const { body } = await portal().call('/analytics/logs', { as, body: { ...november, ...filter } });
  return (body as { payloads: { _id: string }[] }).payloads.map(({ _id }) => _id);
};
const review = (id: string | undefined, body: object, as = superAdmin) =>
  portal().call(`/analytics/logs/${id}/review`, {
    as,
    method: 'PUT',
    body: { tags: [], note: '', isResolved: false, ...body },
  });
const read = async (id: string | undefined, as = superAdmin) =>
  (await portal().call(`/analytics/logs/${id}`, { as })).body as ConversationDetails;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
  colleague = await portal().makeUser(superAdmin.companyId, { roles: ['Admin'], firstName: 'Kadri' });
  const { secret } = await makeIntakeKey(portal(), superAdmin.companyId, { name: 'Teams' });
  await portal().call('/intake/conversations', {
    body: { conversations: [1, 2, 3].map((place) => ({ id: `c${place}`, date, user: { email: colleague.email } })) },
    headers: { authorization: `Bearer ${secret}` },
  });
  ids = await listIds({});
});

test('a review is kept with who and when, and found by state and tag', async () => {
  const [first, second] = ids;
  expect((await read(first)).review).toBeNull();
  const { status, body } = await review(first, { tags: ['Billing', 'Tone'], note: ' Asked twice ' }, colleague);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { tags: ['Billing', 'Tone'], note: 'Asked twice', updatedBy: 'Kadri Maasikas', resolved: null, version: 2 },
  });
  await review(second, { tags: ['Billing'], isResolved: true });
  expect((await read(first)).review).toEqual(body);
  expect(await listIds({ reviews: ['open'] })).toEqual([first]);
  expect(await listIds({ reviews: ['resolved'] })).toEqual([second]);
  expect(await listIds({ reviews: ['none'] })).toEqual(ids.slice(2));
  expect((await listIds({ reviews: ['open', 'resolved'], tags: ['Billing'] })).toSorted()).toEqual(
    [first, second].toSorted(),
  );
  expect(await listIds({ tags: ['Tone', 'Unknown'] })).toEqual([first]);
  const { body: tags } = await portal().call('/analytics/review-tags', { as: colleague });
  expect(tags).toEqual([
    { tag: 'Billing', conversations: 2 },
    { tag: 'Tone', conversations: 1 },
  ]);
});

test('over months, pages and sums of those without a review leave out the reviewed', async () => {
  const company = await portal().makeCompany();
  const { secret } = await makeIntakeKey(portal(), company.superAdmin.companyId, { name: 'Teams' });
  const dates = ['08-05', '08-31', '09-01', '09-15', '10-01', '10-31', '11-01', '11-12'].flatMap((day) =>
    ['06', '18'].map((hour) => `2026-${day}T${hour}:00:00.000Z`),
  );
  const conversations = dates.map((each, place) => ({
    id: `m${place}`,
    date: each,
    messages: Array.from({ length: 1 + (place % 2) }, (__, index) => ({
      id: `m${place}-${index}`,
      date: each,
      isAssistant: false,
      data: [{ type: 'text', value: 'Hello?' }],
    })),
  }));
  const sent = await portal().call('/intake/conversations', {
    body: { conversations },
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(sent.status).toBe(200);
  const list = async (filter: object) => {
    const { body } = await portal().call('/analytics/logs', {
      as: company.superAdmin,
      body: { from: '2026-08-05T12:00:00.000Z', to: '2026-11-12T12:00:00.000Z', totals: true, limit: 100, ...filter },
    });
    return body as { payloads: ListedConversation[]; size: number; totals: LogTotals };
  };
  // The first and the last are outside the range.
  const { payloads: all } = await list({});
  expect(all).toHaveLength(dates.length - 2);
  const states = all.map((_, place) => (['none', 'open', 'resolved'] as const)[place % 3]);
  for (const [place, { _id }] of all.entries()) {
    if (states[place] !== 'none') await review(_id, { isResolved: states[place] === 'resolved' }, company.superAdmin);
  }
  for (const reviews of [['none'], ['none', 'open'], ['resolved', 'none'], ['none', 'open', 'resolved']]) {
    const expected = all.filter((_, place) => reviews.includes(states[place] ?? ''));
    const messages = expected.reduce((sum, each) => sum + each.messages, 0);
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list({ reviews, page, limit: 3 })));
    expect(pages.flatMap(({ payloads }) => payloads.map(({ _id }) => _id))).toEqual(expected.map(({ _id }) => _id));
    for (const { size, totals } of pages) {
      expect({ reviews, size, messages: totals.messages }).toEqual({ reviews, size: expected.length, messages });
    }
  }
});

test('of two who review at once the second sees the first', async () => {
  const [, , third] = ids;
  const answers = await Promise.all([review(third, { note: 'one' }), review(third, { note: 'two' }, colleague)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const stale = answers.find(({ status }) => status === 409)?.body as { code: string; current: Review };
  const { review: stored } = await read(third);
  expect(stale).toMatchObject({ code: 'record.stale', current: { note: stored?.note, version: 2 } });
  expect((await review(third, { note: 'both', version: 2 }, colleague)).status).toBe(200);
});

test('who resolved it stays named while it is resolved, and each review is an entry without its note', async () => {
  const [, second] = ids;
  const resolved = (await read(second)).review;
  const version = resolved?.version ?? 0;
  const { body } = await review(second, { tags: [], note: 'Secret words', isResolved: true, version }, colleague);
  expect(body).toMatchObject({ resolved: resolved?.resolved, updatedBy: 'Kadri Maasikas' });
  const reopened = await review(second, { note: 'Secret words', version: version + 1 });
  expect(reopened.body).toMatchObject({ resolved: null });
  const { body: log } = await portal().call('/audit', { as: superAdmin });
  const entries = (log as { entries: AuditEntry[] }).entries.filter(({ action }) => action === 'conversations.review');
  expect(entries.length).toBeGreaterThan(3);
  expect(JSON.stringify(entries)).not.toContain('Secret');
});

test('a note is masked, and what comes back masked stays as it is stored', async () => {
  const [first] = ids;
  const { review: before } = await read(first);
  const note = 'Call +372 5123 4567, write to mari@acme.example';
  const saved = await review(first, { tags: ['Billing'], note, version: before?.version });
  const masked = saved.body as Review;
  expect(masked.note).toBe('Call [phone], write to [e-mail]');
  await review(first, { tags: ['Billing', 'Later'], note: masked.note, version: masked.version });
  await portal().call(`/analytics/logs/${first}/unmasking`, {
    as: superAdmin,
    method: 'POST',
    body: { reason: 'A question of the person' },
  });
  expect((await read(first)).review).toMatchObject({ note, tags: ['Billing', 'Later'] });
  expect((await read(first, colleague)).review?.note).toBe(masked.note);
});

test('a tag is found by what is shown of it alone', async () => {
  const [, , third] = ids;
  const { review: before } = await read(third);
  await review(third, { tags: ['+372 5123 4567', 'Callback'], version: before?.version });
  expect((await read(third)).review?.tags).toEqual(['[phone]', 'Callback']);
  for (const guess of ['+372 5123 4567', '+37251234567']) expect(await listIds({ tags: [guess] })).toEqual([]);
  for (const shown of ['[phone]', 'Callback']) expect(await listIds({ tags: [shown] })).toEqual([third]);
});

test('who reads own conversations alone, or is of another company, neither sees nor writes reviews', async () => {
  const [first] = ids;
  expect(await review(first, {}, stranger)).toMatchObject({ status: 404 });
  const levels = { ...defaultRights, transcripts: { ...defaultRights.transcripts, Admin: 'own' } };
  await portal().call('/company/rights', { as: superAdmin, method: 'PUT', body: { levels } });
  expect(await review(first, {}, colleague)).toMatchObject({ status: 403 });
  expect(await listIds({}, colleague)).toHaveLength(3);
  expect(await listIds({ reviews: ['open'] }, colleague)).toEqual([]);
  expect(await read(first, colleague)).not.toHaveProperty('review');
});

test('a tag too many, too long or with a comma is refused', async () => {
  const [first] = ids;
  const many = Array.from({ length: 11 }, (_, place) => `t${place}`);
  for (const tags of [many, ['x'.repeat(41)], ['a,b'], ['  ']]) {
    expect(await review(first, { tags })).toMatchObject({ status: 422 });
  }
  expect(await review(first, { note: 'x'.repeat(4001) })).toMatchObject({ status: 422 });
});
