import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { intakeExample } from '#features/intake/contract/intake-example.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeSender } from './testing/sender.ts';

const portal = useTestPortal();
const date = '2026-11-02T08:30:00.000Z';
const message = {
  conversationId: 'c',
  id: 'm',
  date,
  isAssistant: true,
  data: [{ type: 'text' as const, value: 'Hello' }],
};

test('stores the documented example', async () => {
  const sender = await makeSender(portal());
  expect(await sender.send(intakeExample)).toEqual({ accepted: 4, rejected: [] });
  expect(await sender.rows('conversations', 'external_id')).toMatchObject([
    { external_id: 'conversation-4711', status: 1, messages: 2, api_calls: 2, is_placeholder: false, rating: 1 },
    { external_id: 'conversation-4712', status: 4, messages: 1, is_placeholder: true, rating: 3 },
  ]);
  expect(await sender.rows('messages', 'external_id')).toMatchObject([
    { external_id: 'message-1', author: 'Mari Maasikas', parts: [{ type: 'text' }] },
    { external_id: 'message-2', parts: [{ type: 'text' }, { type: 'table' }] },
    { external_id: 'message-3' },
  ]);
  expect(await sender.rows('usage_events')).toMatchObject([{ external_id: 'run-1', price_ten_thousandths: 0 }]);
  expect(await sender.verify()).toEqual([]);
});

/** Neither the order of the alphabet nor that of the lengths of the names. */
const columns = ['material', 'name', 'plant', 'stock', 'unit', 'bin', 'price', 'blocked'];
const table = {
  type: 'table' as const,
  legend: { name: 'Name', material: 'Material' },
  sourceData: [Object.fromEntries(columns.map((name) => [name, name]))],
};

test.each([
  ['in the transaction', 1],
  ['in a worker thread', 900],
])('the columns of a reported table keep their order, parsed %s', async (_, count) => {
  const sender = await makeSender(portal());
  const messages = Array.from({ length: count }, (__, index) => ({ ...message, id: `m${index}`, data: [table] }));
  await sender.send({ conversations: [{ id: 'c', date }], messages });
  const as = await portal().makeUser(sender.companyId);
  const [{ id }] = (await sender.rows('conversations')) as [{ id: string }];
  const { body } = await portal().call(`/analytics/logs/conversation/${id}`, { as });
  const [{ data }] = body as [{ data: unknown }];
  expect(JSON.stringify(data)).toBe(JSON.stringify([table]));
});

test('rejects bad items with reasons and stores the rest', async () => {
  const sender = await makeSender(portal());
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const batch = JSON.stringify({
    conversations: [{ id: 'good', date }, { id: 'bad', date: 'yesterday', colour: 'red' }, 'nothing', null],
    messages: [
      { ...message, id: 'good' },
      { ...message, id: 'half\ud800' },
      { ...message, id: 'nul\u0000' },
      { ...message, id: 'deep', data: [{ type: 'chart', drawing: 'DEEP' }] },
      { ...message, id: 'song', data: [{ type: 'song' }] },
    ],
    statuses: [
      { conversationId: 'good', status: 'Completed', date },
      { conversationId: 'old', status: 'Completed', date: '2009-12-31T23:59:59.999Z' },
      { conversationId: 'far', status: 'Completed', date: '+275760-09-13T00:00:00.000Z' },
      { conversationId: 'soon', status: 'Done', date },
    ],
  });
  const { body } = await sender.post(batch.replace('"DEEP"', deep));
  const badId = 'id: An id must not contain the NUL character, half a character or bytes that are no text.';
  expect(body).toMatchObject({
    accepted: 3,
    rejected: [
      { kind: 'conversations', index: 1, id: 'bad' },
      { kind: 'conversations', index: 2, id: null },
      { kind: 'conversations', index: 3, id: null },
      { kind: 'messages', index: 1, id: 'half\uFFFD', reasons: [badId] },
      { kind: 'messages', index: 2, id: expect.any(String), reasons: [badId] },
      { kind: 'messages', index: 3, id: 'deep', reasons: ['Nested more than 32 levels deep.'] },
      { kind: 'messages', index: 4, id: 'song' },
      { kind: 'statuses', index: 1, id: 'old', reasons: ['date: This is more than 10 years ago.'] },
      { kind: 'statuses', index: 2, id: 'far' },
      {
        kind: 'statuses',
        index: 3,
        id: 'soon',
        reasons: ['status: The status must be one of Completed, Processing, Failed, Escaped, Error.'],
      },
    ],
  });
  expect((body as { rejected: { reasons: string[] }[] }).rejected[0]?.reasons).toEqual([
    'date: Dates must be ISO 8601 with a time zone, e.g. 2026-11-01T08:30:00.000Z.',
    'colour: Unknown field.',
  ]);
  const stored = await sender.rows('conversations', 'external_id');
  expect(stored.map((row) => row['external_id'])).toEqual(['c', 'good']);
  expect(await sender.verify()).toEqual([]);
});

test.each([
  '2026-11-02T08:30:00+00',
  '2026-11-02T08:30:00+0000',
  '2026-11-02 08:30:00Z',
  '2026-11-02 10:30:00.000000+02',
  '2026-11-02T10:30:00,000+0200',
  '2026-11-02t08:30:00z',
  '2026-11-02 05:30:00 -03',
])('the time %s is ISO 8601', async (time) => {
  const sender = await makeSender(portal());
  const rating = { value: 'positive' as const, date: time };
  const nested = { id: 'n', date: time, isAssistant: true, data: message.data, rating };
  const batch = {
    conversations: [
      {
        id: 'c',
        date: time,
        reportedAt: time,
        messages: [nested],
        turns: [{ date: time }],
        requests: [{ id: 'r', date: time }],
      },
    ],
    messages: [{ ...message, date: time }],
    statuses: [{ conversationId: 'c', status: 'Completed' as const, date: time }],
    ratings: [{ conversationId: 'c', date: time, value: 'positive' as const }],
  };
  expect(await sender.send(batch)).toEqual({ accepted: 4, rejected: [] });
  const [conversation] = await sender.rows('conversations');
  const times = [conversation?.['started_at'], ...(await sender.rows('messages')).map(({ sent_at: at }) => at)];
  expect(times.map((at) => new Date(String(at)).toISOString())).toEqual([date, date, date]);
});

test('texts that are cut within a character are stored with U+FFFD, as OpenTelemetry reports them', async () => {
  const sender = await makeSender(portal());
  const text = (value: string) => ({ type: 'text', value });
  const batch = JSON.stringify({
    conversations: [{ id: 'c', date, skill: 'Leave \ud83d', user: { id: 'u', firstName: 'A\u0000B' } }],
    messages: [
      {
        ...message,
        id: 'half',
        data: [text('cut 😀'.slice(0, -1)), { type: 'table', sourceData: [{ 'a\udc00': 'x\u0000' }] }],
      },
      { ...message, id: 'bytes', data: [text('bytes BAD'), text('Õhtu')] },
    ],
    ratings: [{ conversationId: 'c', date, value: 'positive', comment: 'so\ud800' }],
  });
  const bytes = Buffer.from(batch);
  bytes.fill(0xff, bytes.indexOf('BAD'), bytes.indexOf('BAD') + 3);
  expect(await sender.post(bytes, { 'content-type': 'application/json' })).toMatchObject({
    status: 200,
    body: { accepted: 4, rejected: [] },
  });
  expect(await sender.rows('messages', 'external_id')).toMatchObject([
    { external_id: 'bytes', parts: [{ value: 'bytes \uFFFD\uFFFD\uFFFD' }, { value: 'Õhtu' }] },
    { external_id: 'half', parts: [{ value: 'cut \uFFFD' }, { sourceData: [{ 'a\uFFFD': 'x\uFFFD' }] }] },
  ]);
  expect(await sender.rows('reported_skills')).toMatchObject([{ name: 'Leave \uFFFD' }]);
  expect(await sender.verify()).toEqual([]);
});

test('rejects a conversation with one bad message of thousands, and stores the others', async () => {
  const sender = await makeSender(portal());
  const conversations = Array.from({ length: 1000 }, (_, index) => ({
    id: `c-${index}`,
    date,
    messages: Array.from({ length: 10 }, (__, place) => ({
      id: `m-${place}`,
      date: index === 700 && place === 7 ? '2026-02-30T00:00:00Z' : date,
      isAssistant: false,
      data: [],
    })),
  }));
  const { accepted, rejected } = await sender.send({ conversations });
  expect(accepted).toBe(999);
  expect(rejected).toMatchObject([
    { index: 700, id: 'c-700', reasons: [expect.stringMatching(/^messages\.7\.date: /)] },
  ]);
  expect(await sender.verify()).toEqual([]);
});

test.each([
  ['a list', [], ''],
  ['text', '"conversations"', ''],
  ['nothing', 'null', ''],
  ['an unknown field', { conversations: [], colour: [] }, 'colour'],
  ['something else in place of a list', { conversations: { id: 'c', date } }, 'conversations'],
  ['too many items', { conversations: Array(600).fill(0), messages: Array(401).fill(0) }, ''],
])('%s is no batch', async (_name, body, path) => {
  const sender = await makeSender(portal());
  const answer = await sender.post(body);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ code: 'request.invalid', fields: [{ path }] });
});

const json = 'application/json';

test.each([
  ['nothing', '', json, 400],
  ['half of a batch', '{"conversations":[', json, 400],
  ['a text with bytes that are none', new Uint8Array([0x22, 0xff, 0x22]), json, 422],
  ['what is no UTF-8', Buffer.from('{}', 'utf16le'), json, 400],
  ['a batch as text', '{}', 'text/plain', 415],
  ['a batch in another alphabet', '{}', `${json}; charset=latin1`, 415],
  ['a batch', '{}', `${json}; charset=utf-8`, 200],
  ['more than 8 MiB', `{}${' '.repeat(8 * 1024 * 1024)}`, json, 413],
])('%s is answered by its status', async (_name, body, type, status) => {
  const sender = await makeSender(portal());
  expect((await sender.post(body, { 'content-type': type })).status).toBe(status);
});

test('accepts a compressed batch, and limits its decompressed size', async () => {
  const sender = await makeSender(portal());
  const coding = { 'content-encoding': 'gzip' };
  const taken = await sender.post(gzipSync(JSON.stringify({ conversations: [{ id: 'c', date }] })), coding);
  expect(taken.body).toEqual({ accepted: 1, rejected: [] });
  expect((await sender.post(gzipSync(' '.repeat(64 * 1024 * 1024)), coding)).status).toBe(413);
});

test('stores a message of 4 MB and scripts in every text unchanged', async () => {
  const sender = await makeSender(portal());
  const script = '<script>alert(1)</script>\' "; drop table messages; -- \\';
  const value = Array.from({ length: 20 }, () => 'x'.repeat(199_999));
  await sender.send({
    conversations: [{ id: script, date, skill: script, user: { id: script, firstName: script, email: script } }],
    messages: [{ ...message, id: script, author: script, data: [{ type: 'text', value }] }],
  });
  expect(await sender.rows('messages')).toMatchObject([{ external_id: script, author: script, parts: [{ value }] }]);
  expect(await sender.rows('reported_skills')).toMatchObject([{ name: script }]);
});

test('stores the same ids of two companies as different records', async () => {
  const [one, other] = [await makeSender(portal()), await makeSender(portal())];
  await one.send({ conversations: [{ id: 'c', date, skill: 'Leave' }] });
  const before = await one.rows('conversations');
  await other.send({
    conversations: [
      { id: 'c', date: '2026-10-02T08:30:00.000Z', reportedAt: '2026-11-03T08:30:00.000Z', skill: 'Other' },
    ],
    messages: [message],
  });
  expect(await one.rows('conversations')).toEqual(before);
  expect(await one.rows('messages')).toEqual([]);
  expect(await one.rows('usage_events')).toHaveLength(1);
  expect([...(await one.verify()), ...(await other.verify())]).toEqual([]);
});
