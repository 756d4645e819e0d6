import { runSql } from '#server/testing/sql/run-sql.ts';
import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { createIntakeQueue } from '#domain/conversations/batches/intake-queue.service.ts';
import { normalizeBatch } from '#domain/conversations/batches/normalize-batch.ts';
import { rebuildRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { createBatches } from '#server/testing/random-batches.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { makeSender, type Sender } from './testing/sender.ts';

const portal = useTestPortal();
const date = '2026-11-02T08:30:00.000Z';
const nothing = { conversations: [], messages: [], statuses: [] };

/** Repeats a batch until it is accepted, as assistants do on 429 and 503. */
async function sendUntilAccepted(sender: Sender, batch: object): Promise<number> {
  const { status, headers } = await sender.post(batch);
  if (status !== 429 && status !== 503) return status;
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  return sendUntilAccepted(sender, batch);
}

test('stores a batch once that is sent fifty times concurrently', async () => {
  const sender = await makeSender(portal());
  const messages = ['m1', 'm2'].map((id) => ({ id, date, isAssistant: false, data: [] }));
  const user = { id: 'u-1', email: 'new@test.example' };
  const batch = { conversations: [{ id: 'c', date, skill: 'Leave', user, messages }] };
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendUntilAccepted(sender, batch)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await sender.rows('skill_daily_stats')).toMatchObject([{ conversations: 1, messages: 2 }]);
  expect(await sender.rows('usage_daily')).toMatchObject([{ requests: 1 }]);
  expect(await sender.rows('reported_users')).toHaveLength(1);
  expect(await sender.verify()).toEqual([]);
});

test('two processes write the same conversations in opposite orders without a deadlock', async () => {
  const sender = await makeSender(portal());
  const { database, clock, adapters } = portal();
  const { changes } = adapters;
  const caller = { companyId: sender.companyId, timeZone: 'Europe/Tallinn' };
  const queues = [1, 2].map(() => createIntakeQueue({ database, clock, changes }));
  const batches = Array.from({ length: 40 }, (_, index) => {
    const conversations = Array.from({ length: 20 }, (__, place) => ({ id: `c${place}`, date, apiCalls: index }));
    return { ...nothing, conversations: index % 2 === 0 ? conversations : conversations.toReversed() };
  });
  await Promise.all(
    batches.map((items, index) => {
      const queue = queues[index % 2];
      return queue?.add(caller, normalizeBatch(items));
    }),
  );
  expect(await sender.rows('conversations')).toHaveLength(20);
  expect(await sender.verify()).toEqual([]);
});

test('deletes removed conversations and moves their usage events', async () => {
  const sender = await makeSender(portal());
  const caller = { companyId: sender.companyId, timeZone: 'Europe/Tallinn' };
  const { database, clock, adapters } = portal();
  const queue = createIntakeQueue({ database, clock, changes: adapters.changes });
  const message = { id: 'm', date, isAssistant: false, data: [] };
  const conversation = { id: 'trace', date, skill: 'Leave', messages: [message] };
  await queue.add(caller, normalizeBatch({ ...nothing, conversations: [conversation, { id: 'other', date }] }));
  const moved = { ...nothing, conversations: [{ ...conversation, id: 'real', requests: [] }] };
  await queue.add(
    caller,
    normalizeBatch({ ...moved, removals: ['trace', 'unknown'], moves: [{ from: 'trace', to: 'real' }] }),
  );
  const [, real] = await sender.rows('conversations', 'external_id');
  expect(await sender.rows('conversations', 'external_id')).toMatchObject([
    { external_id: 'other' },
    { external_id: 'real', messages: 1 },
  ]);
  expect(await sender.rows('messages')).toHaveLength(1);
  expect(await sender.rows('usage_events')).toMatchObject([{ external_id: 'trace', conversation_id: real?.['id'] }]);
  await queue.add(caller, normalizeBatch({ ...moved, removals: ['real'] }));
  expect(await sender.rows('conversation_partitions')).toHaveLength(2);
  expect(await sender.verify()).toEqual([]);
});

test('a rebuild after a change of zone counts all days and hours in it, also of concurrent batches', async () => {
  const sender = await makeSender(portal());
  const { database } = portal();
  const nextBatch = createBatches(createRandom('zones').fraction, portal().clock.now());
  for (let round = 0; round < 10; round += 1) await sender.send(nextBatch());
  await database.inCompany(sender.companyId, (tx) => runSql(tx, `update companies set time_zone = 'Asia/Tokyo'`));
  await Promise.all([rebuildRollups(database, sender.companyId), sender.send(nextBatch()), sender.send(nextBatch())]);
  expect(await sender.verify()).toEqual([]);
  const elsewhere = await database.inCompany(sender.companyId, (tx) =>
    runSql(
      tx,
      `select from conversations where (day, hour) <>
      ((started_at at time zone 'Asia/Tokyo')::date, extract(hour from started_at at time zone 'Asia/Tokyo'))`,
    ),
  );
  expect(elsewhere).toEqual([]);
});

test('finds wrong sums and rebuilds them', async () => {
  const sender = await makeSender(portal());
  const { database } = portal();
  const nextBatch = createBatches(createRandom('tampering').fraction, portal().clock.now());
  for (let round = 0; round < 10; round += 1) await sender.send(nextBatch());
  await database.inCompany(sender.companyId, async (tx) => {
    await runSql(tx, `update skill_daily_stats set messages = messages + 1000`);
    await runSql(tx, `delete from user_monthly_stats`);
    await runSql(
      tx,
      `insert into hourly_stats (day, hour, technical, conversations) values ('2026-02-28', 3, false, 1)`,
    );
    await runSql(tx, `insert into user_daily_stats (day, user_number, technical) values ('2026-01-31', 3, false)`);
    await runSql(tx, `update conversations set messages = messages + 1`);
    await runSql(tx, `delete from conversation_partitions`);
    await runSql(tx, `update usage_daily set requests = requests * 2`);
  });
  const tables = (await sender.verify()).map(({ table }) => table);
  expect(tables.toSorted()).toEqual(
    expect.arrayContaining([
      'conversation_partitions',
      'conversations',
      'hourly_stats',
      'usage_daily',
      'skill_daily_stats',
      'user_monthly_stats',
    ]),
  );
  // Not concurrent, because a batch before the rebuild could insert a conversation whose partition entry is missing.
  await rebuildRollups(database, sender.companyId);
  await Promise.all([sender.send(nextBatch()), sender.send(nextBatch())]);
  expect(await sender.verify()).toEqual([]);
});
