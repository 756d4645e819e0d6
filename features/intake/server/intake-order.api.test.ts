import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeSender, type Batch } from './testing/sender.ts';

const portal = useTestPortal();
const at = (time: string) => `2026-11-02T${time}:00.000Z`;
const text = (value: string) => [{ type: 'text' as const, value }];

test('messages and statuses that arrive before their conversation create a placeholder', async () => {
  const sender = await makeSender(portal());
  const message = { conversationId: 'c', isAssistant: false, data: text('Hello') };
  await sender.send({ messages: [{ ...message, id: 'm1', date: at('09:10') }] });
  await sender.send({ statuses: [{ conversationId: 'c', status: 'Failed', date: at('09:20') }] });
  expect(await sender.rows('conversations')).toMatchObject([
    { is_placeholder: true, status: 3, messages: 1, started_at: '2026-11-02T09:10:00+00:00' },
  ]);
  await sender.send({
    conversations: [{ id: 'c', date: '2026-10-30T09:00:00.000Z', skill: 'Leave', status: 'Processing' }],
  });
  expect(await sender.rows('conversations')).toMatchObject([
    { is_placeholder: false, status: 3, messages: 1, started_at: '2026-10-30T09:00:00+00:00', day: '2026-10-30' },
  ]);
  expect(await sender.rows('messages')).toMatchObject([{ started_at: '2026-10-30T09:00:00+00:00' }]);
  expect(await sender.rows('conversation_partitions')).toMatchObject([{ started_at: '2026-10-30T09:00:00+00:00' }]);
  expect(await sender.rows('skill_daily_stats')).toMatchObject([{ day: '2026-10-30', conversations: 1, messages: 1 }]);
  expect(await sender.verify()).toEqual([]);
});

test('an older report changes nothing, and a later one changes only the fields it has', async () => {
  const sender = await makeSender(portal());
  const send = (conversation: object) =>
    sender.send({ conversations: [{ id: 'c', date: at('09:00'), ...conversation }] });
  await send({ reportedAt: at('12:00'), skill: 'Leave', apiCalls: 5, status: 'Completed' });
  await send({ reportedAt: at('11:00'), skill: 'Invoices', apiCalls: 9, status: 'Error', date: at('08:00') });
  const known = { api_calls: 5, status: 1, started_at: '2026-11-02T09:00:00+00:00' };
  expect(await sender.rows('conversations')).toMatchObject([known]);
  await send({ reportedAt: at('13:00'), approvedAt: at('12:30') });
  expect(await sender.rows('conversations')).toMatchObject([{ ...known, approved_at: '2026-11-02T12:30:00+00:00' }]);
  expect(await sender.rows('skill_daily_stats')).toMatchObject([{ conversations: 1, api_calls: 5, status: 1 }]);
  expect(await sender.verify()).toEqual([]);
});

const changes = [
  { conversationId: 'c', status: 'Processing' as const, date: at('09:30') },
  { conversationId: 'c', status: 'Error' as const, date: at('09:40') },
  { conversationId: 'c', status: 'Completed' as const, date: at('09:50') },
];

test.each([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0]], [[2, 0, 1]]])(
  'of statuses that arrive in the order %j the latest counts',
  async (order) => {
    const sender = await makeSender(portal());
    for (const place of order) await sender.send({ statuses: changes.slice(place, place + 1) });
    await sender.send({ conversations: [{ id: 'c', date: at('09:00'), status: 'Processing' }] });
    expect(await sender.rows('conversations')).toMatchObject([{ status: 1, status_at: '2026-11-02T09:50:00+00:00' }]);
    expect(await sender.rows('skill_daily_stats')).toMatchObject([{ status: 1, conversations: 1 }]);
    expect(await sender.verify()).toEqual([]);
  },
);

test('replaces a message that is loading, and any message by a later one', async () => {
  const sender = await makeSender(portal());
  const send = (message: object) => sender.send({ messages: [{ ...first, ...message }] });
  const first = { conversationId: 'c', id: 'm', date: at('09:00'), isAssistant: true, loading: true, data: text('…') };
  await send({});
  await send({ loading: false, data: text('Done') });
  await send({ loading: false, data: text('Not taken') });
  expect(await sender.rows('messages')).toMatchObject([{ loading: false, parts: text('Done') }]);
  await send({ loading: false, date: at('09:05'), data: text('Corrected') });
  await send({ loading: false, date: at('08:05'), data: text('Old') });
  expect(await sender.rows('messages')).toMatchObject([{ parts: text('Corrected') }]);
  expect(await sender.rows('conversations')).toMatchObject([{ messages: 1 }]);
  expect(await sender.verify()).toEqual([]);
});

test('stores repeated items once, within a batch and across batches', async () => {
  const sender = await makeSender(portal());
  const message = { id: 'm', date: at('09:01'), isAssistant: false, data: text('Hello') };
  const conversation = { id: 'c', date: at('09:00'), skill: 'Leave', messages: [message, message] };
  const batch: Batch = {
    conversations: [conversation, conversation],
    messages: [{ conversationId: 'c', ...message }],
    statuses: [...changes, ...changes],
  };
  await sender.send(batch);
  const stored = async () => [
    await sender.rows('conversations'),
    await sender.rows('messages'),
    await sender.rows('usage_events'),
  ];
  const before = await stored();
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 1]);
  expect(await sender.send(batch)).toEqual({ accepted: 9, rejected: [] });
  expect(await stored()).toEqual(before);
  expect(await sender.verify()).toEqual([]);
});

test.each([
  ['2026-03-28T21:59:59.999Z', '2026-03-28', 23],
  ['2026-03-28T22:00:00.000Z', '2026-03-29', 0],
  ['2026-03-29T00:59:59.999Z', '2026-03-29', 2],
  ['2026-03-29T01:00:00.000Z', '2026-03-29', 4],
  ['2026-03-29T20:59:59.999Z', '2026-03-29', 23],
  ['2026-03-29T21:00:00.000Z', '2026-03-30', 0],
  ['2026-10-24T20:59:59.999Z', '2026-10-24', 23],
  ['2026-10-25T00:30:00.000Z', '2026-10-25', 3],
  ['2026-10-25T01:30:00.000Z', '2026-10-25', 3],
  ['2026-10-25T21:59:59.999Z', '2026-10-25', 23],
  ['2026-10-31T22:00:00.000Z', '2026-11-01', 0],
  ['2026-11-01T00:00:00.000+02:00', '2026-11-01', 0],
])('what starts at %s counts on %s in Tallinn, in hour %i', async (date, day, hour) => {
  const sender = await makeSender(portal());
  await sender.send({ conversations: [{ id: 'c', date }] });
  expect(await sender.rows('hourly_stats')).toMatchObject([{ day, hour, conversations: 1 }]);
  expect(await sender.rows('skill_monthly_stats')).toMatchObject([
    { month: `${day.slice(0, 7)}-01`, conversations: 1 },
  ]);
  expect(await sender.verify()).toEqual([]);
});
