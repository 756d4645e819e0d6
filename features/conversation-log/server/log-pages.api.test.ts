import { expect, test } from 'vitest';
import type { ConversationsPage } from '#features/conversation-log/contract/logs.ts';
import type { LogPlace, LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations } from '#domain/conversations/testing/conversation-rows.ts';

const portal = useTestPortal();
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
const limit = 10;
/** Many conversations start at one of few instants, on two days. */
const instants = ['2026-11-11T09:00:00.000Z', '2026-11-12T10:00:00.000Z', '2026-11-12T10:00:00.001Z'] as const;

const add = (reader: TestUser, rows: { startedAt: string; id?: string }[]) =>
  addConversations(portal().database, reader.companyId, rows);

async function makeLog(): Promise<TestUser> {
  const { superAdmin } = await portal().makeCompany();
  await add(
    superAdmin,
    Array.from({ length: 47 }, (_, place) => ({ startedAt: instants[place % 3] ?? '' })),
  );
  return superAdmin;
}

async function list(as: TestUser, query: LogQuery): Promise<ConversationsPage> {
  const { status, body } = await portal().call('/analytics/logs', { as, body: { ...november, limit, ...query } });
  expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
  return body as ConversationsPage;
}

const listIds = (page: ConversationsPage) => page.payloads.map(({ _id }) => _id);

function toPlace({ payloads }: ConversationsPage, seen: number): LogPlace {
  const { date = '', _id: id = '' } = payloads.at(-1) ?? {};
  return { date, id, seen };
}

/** Two newer ones, and at each instant one before and one behind all others. */
const listArrivals = (count: number) => {
  const number = String(count).padStart(12, '0');
  const [before, behind] = [`ffffffff-ffff-7fff-bfff-${number}`, `00000000-0000-7000-8000-${number}`];
  const newer = Array.from({ length: 2 }, () => ({ startedAt: '2026-11-13T08:00:00.000Z' }));
  const [first, second, third] = instants;
  const ids = [before, behind].flatMap((id, index) =>
    [first, second, third].map((startedAt, place) => ({
      startedAt,
      id: id.replace(/^../, `${index === 0 ? 'f' : '0'}${place}`),
    })),
  );
  return [...newer, ...ids];
};

// By all the pages are counted from roll-ups, by a detail from the conversations themselves.
test.each<[string, LogQuery]>([
  ['all', {}],
  ['a detail', { unanswered: false }],
])('the pages of %s list each conversation once, while others come in before and behind', async (_name, filter) => {
  const reader = await makeLog();
  const before = listIds(await list(reader, { ...filter, limit: 100 }));
  const found: string[] = [];
  let place: LogPlace | undefined;
  for (let page = 1; page < 30; page += 1) {
    const answer = await list(reader, { ...filter, page, ...(place && { place }) });
    found.push(...listIds(answer));
    if (answer.payloads.length < limit) break;
    place = toPlace(answer, found.length);
    await add(reader, listArrivals(page));
  }
  const listed = new Set(found);
  expect(found).toHaveLength(listed.size);
  expect(before.filter((id) => !listed.has(id))).toEqual([]);
});

test('a later page says how many came in before it, and is numbered without them', async () => {
  const reader = await makeLog();
  const first = await list(reader, {});
  const second = await list(reader, { page: 2 });
  await add(reader, [{ startedAt: '2026-11-14T08:00:00.000Z' }]);
  const place = toPlace(first, limit);
  expect(await list(reader, { page: 2, place })).toEqual({ ...second, newer: 1 });
  expect(await list(reader, { page: 1, place })).toEqual({ ...first, newer: 1 });
  expect(await list(reader, { page: 5, place })).toMatchObject({ size: 47, newer: 1 });
  expect(listIds(await list(reader, { page: 5, place }))).toHaveLength(7);
  expect(await list(reader, { page: 2 })).not.toHaveProperty('newer');
});

test('a place of a conversation that is gone skips none, and one outside the range is not heeded', async () => {
  const reader = await makeLog();
  const [first, second] = [await list(reader, {}), await list(reader, { page: 2 })];
  const place = toPlace(first, limit);
  await portal().database.withLedger(reader.companyId, async (tx) => {
    await runSql(tx, 'delete from conversations where company_id = $1 and id = $2', [reader.companyId, place.id]);
  });
  await add(reader, []);
  expect(listIds(await list(reader, { page: 2, place }))).toEqual(listIds(second));
  const elsewhere = await list(reader, { place: { ...place, date: '2020-01-01T00:00:00.000Z' } });
  expect(elsewhere).toEqual({ ...(await list(reader, {})), newer: 0 });
});

test.each([
  [{ date: 'x', id: '00000000-0000-7000-8000-000000000000', seen: 1 }, 'place.date'],
  [{ date: instants[0], id: 'x', seen: 1 }, 'place.id'],
  [{ date: instants[0], id: '00000000-0000-7000-8000-000000000000', seen: 0 }, 'place.seen'],
])('%j is refused and %s named', async (place, path) => {
  const { superAdmin } = await portal().makeCompany();
  const answer = await portal().call('/analytics/logs', { as: superAdmin, body: { place } });
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ path }] } });
});
