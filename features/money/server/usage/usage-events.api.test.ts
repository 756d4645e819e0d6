import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UsageEvent, UsageEventPage, Usage } from '#features/money/contract/usage.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, reportUser, showAll } from '#domain/conversations/testing/conversation-rows.ts';
import { addRuns, addSkill, reportSkill } from './testing/ledger-rows.ts';

const portal = useTestPortal();
const day = '2026-10-05';

async function readPage(as: TestUser, id: string, query: Record<string, string> = {}): Promise<UsageEventPage> {
  const search = new URLSearchParams({ period: '2026-10', ...query });
  const { status, body } = await portal().call(`/company/skills/usage/${id}/requests?${search}`, { as });
  expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
  return body as UsageEventPage;
}

async function readAll(as: TestUser, id: string, limit: number): Promise<UsageEvent[][]> {
  const pages: UsageEvent[][] = [];
  let after: string | null = '';
  while (after !== null) {
    const page: UsageEventPage = await readPage(as, id, {
      limit: String(limit),
      ...(after === '' ? {} : { after }),
    });
    pages.push(page.payloads);
    after = page.next;
  }
  return pages;
}

test('the runs behind a row are all names of its skill, newest first, each with who, when and what it cost', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const { database } = portal();
  const user = await portal().makeUser(id, { firstName: 'Kadri' });
  const known = await reportUser(database, id, { firstName: 'K.', userId: user.id });
  const skill = await addSkill(database, id, 'Leave');
  const numbers = [
    (await reportSkill(database, id, 'leave', skill.id)).number,
    (await reportSkill(database, id, 'vacation', skill.id)).number,
  ];
  const other = await reportSkill(database, id, 'Other');
  const [first = 0, second = 0] = numbers;
  await addRuns(database, id, [
    { day, skill: first, price: 12_500, requests: 1, user: known.number, occurredAt: '2026-10-05T08:00:00.123Z' },
    { day: '2026-10-31', skill: second, price: 5, requests: 1, occurredAt: '2026-10-31T21:59:59.999Z' },
    { day, skill: other.number, price: 1, requests: 1 },
    { day: '2026-11-01', skill: first, price: 1, requests: 1 },
    { day, skill: 0, price: 3, requests: 1 },
  ]);
  const { payloads, next } = await readPage(user, skill.id);
  expect(next).toBeNull();
  expect(payloads).toEqual([
    {
      id: expect.any(String),
      date: '2026-10-31T21:59:59.999Z',
      skill: 'Leave',
      user: { firstName: 'Unknown user', lastName: '' },
      price: 0.0005,
      conversationId: null,
    },
    {
      id: expect.any(String),
      date: '2026-10-05T08:00:00.123Z',
      skill: 'Leave',
      user: { firstName: 'Kadri', lastName: 'Maasikas' },
      price: 1.25,
      conversationId: null,
    },
  ]);
  const { data } = (await portal().call('/company/skills/usage?period=2026-10', { as: superAdmin })).body as Usage;
  for (const row of data) expect((await readPage(superAdmin, row._id)).payloads).toHaveLength(row.requests);
});

test('pages go on where the last ended, also between runs of one millisecond, and what is new moves none of them', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const occurredAt = '2026-10-05T12:00:00.000Z';
  const runs = [
    ...Array.from({ length: 7 }, () => ({ day, price: 1, requests: 1, occurredAt })),
    { day: '2026-10-04', price: 1, requests: 5 },
    { day: '2026-10-06', price: 1, requests: 3 },
  ];
  await addRuns(portal().database, id, runs);
  const pages = await readAll(superAdmin, 'unmapped', 4);
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 4, 3]);
  expect(new Set(pages.flat().map((run) => run.id)).size).toBe(15);
  const dates = pages.flat().map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());

  const { next } = await readPage(superAdmin, 'unmapped', { limit: '4' });
  await addRuns(portal().database, id, [{ day: '2026-10-07', price: 1, requests: 20 }]);
  const second = await readPage(superAdmin, 'unmapped', { limit: '4', after: next ?? '' });
  expect(second.payloads).toEqual(pages[1]);
});

test('a usage event of a technical user is shown to every user, its conversation only where the logs show it', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const technical = await portal().makeUser(id, { roles: ['User', 'TechnicalUser'] });
  const startedAt = '2026-10-05T12:00:00.000Z';
  const [plain = '', hidden = ''] = await addConversations(portal().database, id, [
    { startedAt },
    { startedAt, technical: true },
  ]);
  await addRuns(portal().database, id, [
    { day, price: 3, requests: 1, conversationId: randomUUID(), occurredAt: '2026-10-05T12:00:03Z' },
    { day, price: 2, requests: 1, conversationId: hidden, occurredAt: '2026-10-05T12:00:02Z' },
    { day, price: 1, requests: 1, conversationId: plain, occurredAt: '2026-10-05T12:00:01Z' },
  ]);
  const readIds = async (as: TestUser) =>
    (await readPage(as, 'unmapped')).payloads.map(({ conversationId }) => conversationId);
  const [shownPlain, shownHidden] = await showAll(portal().database, id, [plain, hidden]);
  expect(await readIds(superAdmin)).toEqual([null, null, shownPlain]);
  expect(await readIds(technical)).toEqual([null, shownHidden, shownPlain]);
});

test('the requests of a conversation are its own alone, of all days, and only for who may read it', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const { superAdmin: stranger } = await portal().makeCompany();
  const colleague = await portal().makeUser(id);
  const technical = await portal().makeUser(id, { roles: ['SuperAdmin', 'TechnicalUser'] });
  const person = await reportUser(portal().database, id, { firstName: 'K.', userId: colleague.id });
  const startedAt = '2026-10-05T12:00:00.000Z';
  const [own = '', other = '', hidden = ''] = await addConversations(portal().database, id, [
    { startedAt, user: person.number },
    { startedAt },
    { startedAt, technical: true },
  ]);
  await addRuns(portal().database, id, [
    { day, price: 1, requests: 2, conversationId: own },
    { day: '2026-11-02', price: 2, requests: 1, conversationId: own },
    { day, price: 3, requests: 4, conversationId: other },
    { day, price: 4, requests: 1, conversationId: hidden },
  ]);
  const [shownOwn = '', shownOther = '', shownHidden = ''] = await showAll(portal().database, id, [own, other, hidden]);
  const ask = (as: TestUser, conversation: string, query = {}) =>
    portal().call(`/company/skills/usage/all/requests?${new URLSearchParams({ conversation, ...query })}`, { as });
  const read = async (as: TestUser, conversation: string, query = {}) => {
    const { payloads, total } = (await ask(as, conversation, query)).body as UsageEventPage;
    return { prices: payloads.map(({ price }) => Math.round(price * 10_000)), total };
  };
  expect(await read(superAdmin, shownOwn)).toEqual({ prices: [2, 1, 1], total: 3 });
  expect(await read(superAdmin, shownOwn, { period: '2026-10' })).toEqual({ prices: [1, 1], total: 2 });
  expect(await read(superAdmin, shownOther)).toEqual({ prices: [3, 3, 3, 3], total: 4 });
  expect((await ask(superAdmin, shownHidden)).status).toBe(404);
  expect(await read(technical, shownHidden)).toEqual({ prices: [4], total: 1 });
  for (const each of [shownOwn, own, randomUUID()]) expect((await ask(stranger, each)).status).toBe(404);
  expect((await ask(superAdmin, 'x')).status).toBe(422);

  const setTranscripts = (level: string) =>
    portal().call('/company/rights', {
      as: superAdmin,
      method: 'PUT',
      body: { levels: { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: level } } },
    });
  expect((await setTranscripts('own')).status).toBe(200);
  expect((await ask(colleague, shownOther)).status).toBe(404);
  expect((await ask(colleague, shownOwn)).status).toBe(200);
  expect((await setTranscripts('none')).status).toBe(200);
  expect((await ask(colleague, shownOwn)).status).toBe(404);
});

test('a skill without runs has none', async () => {
  const own = await portal().makeCompany();
  const { id } = await addSkill(portal().database, own.id, 'Quiet');
  expect(await readPage(own.superAdmin, id)).toEqual({ payloads: [], total: 0, next: null });
  expect(await readPage(own.superAdmin, 'unmapped')).toEqual({ payloads: [], total: 0, next: null });
});

test.each([
  ['after', 'x'],
  ['after', '2026-10-05'],
  ['after', `2026-02-30_2026-10-05T12:00:00.000Z_${randomUUID()}`],
  ['after', `2026-10-05_2026-10-05T25:00:00.000Z_${randomUUID()}`],
  ['after', "2026-10-05_2026-10-05T12:00:00.000Z_' or 1=1"],
  ['limit', '0'],
  ['limit', '101'],
  ['limit', 'many'],
  ['page', '2'],
])('%s=%s is refused by name', async (name, value) => {
  const { superAdmin } = await portal().makeCompany();
  const search = new URLSearchParams({ [name]: value });
  expect(await portal().call(`/company/skills/usage/unmapped/requests?${search}`, { as: superAdmin })).toMatchObject({
    status: 422,
    body: { fields: [{ path: name }] },
  });
});
