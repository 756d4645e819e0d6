import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestPortal } from '../../testing/test-portal.ts';
import { createIntakeQueue } from './ingest/intake-queue.ts';
import { rebuildRollUps } from './rollups/roll-up-upkeep.service.ts';
import { storeBatches } from './ingest/persist-batches.service.ts';
import { takeBatch } from './ingest/enqueue-batch.service.ts';
import { createBatches } from '../../testing/random-batches.ts';
import { createRandom } from '../../../demo-assistant/random.ts';
import { makeSender } from './testing/sender.ts';
import type { Sender } from './testing/sender.ts';

const portal = useTestPortal();
const date = '2026-11-02T08:30:00.000Z';
const nothing = { conversations: [], messages: [], statuses: [] };

/** Sends until it is taken, as an assistant does that is told to come again. */
async function insist(sender: Sender, batch: object): Promise<number> {
  const { status, headers } = await sender.post(batch);
  if (status !== 429 && status !== 503) return status;
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  return insist(sender, batch);
}

test('fifty times the same batch at once is that batch', async () => {
  const sender = await makeSender(portal());
  const messages = ['m1', 'm2'].map((id) => ({ id, date, isAssistant: false, data: [] }));
  const user = { id: 'u-1', email: 'new@test.example' };
  const batch = { conversations: [{ id: 'c', date, skill: 'Leave', user, messages }] };
  const answers = await Promise.all(Array.from({ length: 50 }, () => insist(sender, batch)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await sender.rows('skill_daily_stats')).toMatchObject([{ conversations: 1, messages: 2 }]);
  expect(await sender.rows('usage_daily')).toMatchObject([{ requests: 1 }]);
  expect(await sender.rows('reported_users')).toHaveLength(1);
  expect(await sender.verify()).toEqual([]);
});

test('two programs that write the same conversations in any order do not block each other', async () => {
  const sender = await makeSender(portal());
  const { database } = portal();
  const caller = { companyId: sender.companyId, keyId: '', keyName: '', timeZone: 'Europe/Tallinn' };
  const queues = [1, 2].map(() => createIntakeQueue((by, batches) => storeBatches(database, by, batches)));
  const batches = Array.from({ length: 40 }, (_, index) => {
    const conversations = Array.from({ length: 20 }, (__, place) => ({ id: `c${place}`, date, apiCalls: index }));
    return { ...nothing, conversations: index % 2 === 0 ? conversations : conversations.toReversed() };
  });
  await Promise.all(
    batches.map((items, index) => {
      const queue = queues[index % 2];
      return queue && takeBatch({ queue }, caller, items);
    }),
  );
  expect(await sender.rows('conversations')).toHaveLength(20);
  expect(await sender.verify()).toEqual([]);
});

test('what turned out to be no conversation is taken away, and its runs go to another', async () => {
  const sender = await makeSender(portal());
  const caller = { companyId: sender.companyId, keyId: '', keyName: '', timeZone: 'Europe/Tallinn' };
  const queue = createIntakeQueue((by, batches) => storeBatches(portal().database, by, batches));
  const message = { id: 'm', date, isAssistant: false, data: [] };
  const conversation = { id: 'trace', date, skill: 'Leave', messages: [message] };
  await takeBatch({ queue }, caller, { ...nothing, conversations: [conversation, { id: 'other', date }] });
  const moved = { ...nothing, conversations: [{ ...conversation, id: 'real', requests: [] }] };
  await takeBatch({ queue }, caller, {
    ...moved,
    removals: ['trace', 'unknown'],
    moves: [{ from: 'trace', to: 'real' }],
  });
  const [, real] = await sender.rows('conversations', 'external_id');
  expect(await sender.rows('conversations', 'external_id')).toMatchObject([
    { external_id: 'other' },
    { external_id: 'real', messages: 1 },
  ]);
  expect(await sender.rows('messages')).toHaveLength(1);
  expect(await sender.rows('usage_events')).toMatchObject([{ external_id: 'trace', conversation_id: real?.['id'] }]);
  await takeBatch({ queue }, caller, { ...moved, removals: ['real'] });
  expect(await sender.rows('conversation_partitions')).toHaveLength(2);
  expect(await sender.verify()).toEqual([]);
});

test('after a change of the zone all days and hours are counted in it, while batches come in', async () => {
  const sender = await makeSender(portal());
  const { database } = portal();
  const nextBatch = createBatches(createRandom('zones').fraction, portal().clock.now());
  for (let round = 0; round < 10; round += 1) await sender.send(nextBatch());
  await database.withCompany(sender.companyId, (tx) => tx.execute(sql`update companies set time_zone = 'Asia/Tokyo'`));
  await Promise.all([rebuildRollUps(database, sender.companyId), sender.send(nextBatch()), sender.send(nextBatch())]);
  expect(await sender.verify()).toEqual([]);
  const elsewhere = await database.withCompany(sender.companyId, (tx) =>
    tx.execute(sql`select from conversations where (day, hour) <>
      ((started_at at time zone 'Asia/Tokyo')::date, extract(hour from started_at at time zone 'Asia/Tokyo'))`),
  );
  expect(elsewhere.rowCount).toBe(0);
});

test('sums that were tampered with are found, and made anew', async () => {
  const sender = await makeSender(portal());
  const { database } = portal();
  const nextBatch = createBatches(createRandom('tampering').fraction, portal().clock.now());
  for (let round = 0; round < 10; round += 1) await sender.send(nextBatch());
  await database.withCompany(sender.companyId, async (tx) => {
    await tx.execute(sql`update skill_daily_stats set messages = messages + 1`);
    await tx.execute(sql`delete from user_monthly_stats`);
    await tx.execute(
      sql`insert into hourly_stats (day, hour, technical, conversations) values ('2026-02-28', 3, false, 1)`,
    );
    await tx.execute(sql`insert into user_daily_stats (day, user_number, technical) values ('2026-01-31', 3, false)`);
    await tx.execute(sql`update conversations set messages = messages + 1`);
    await tx.execute(sql`delete from conversation_partitions`);
    await tx.execute(sql`update usage_daily set requests = requests * 2`);
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
  // Alone: a batch that comes before it may report a conversation anew whose start was taken away.
  await rebuildRollUps(database, sender.companyId);
  await Promise.all([sender.send(nextBatch()), sender.send(nextBatch())]);
  expect(await sender.verify()).toEqual([]);
});
