import { beforeAll, expect, test } from 'vitest';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { allSkillsId } from '#features/money/contract/usage-ids.ts';
import { notShown } from '#domain/masking/mask-text.ts';
import { slowPatterns, slowText } from '#domain/masking/testing/slow-patterns.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { measureLongest } from '#server/testing/longest-work.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let reader: TestUser;
let otherKey: string;
let conversationId: string;

/** Milliseconds of the processor. Without its mend each of these answers takes many seconds of the thread. */
const longestStopMs = 1000;
const at = () => portal().clock.now().toISOString();
const slow = slowText(1500);

const toMessage = (id: string, value: string) => ({
  id,
  date: at(),
  isAssistant: id.endsWith('1'),
  author: 'Kalle',
  data: [{ type: 'text', value }],
});

const toConversation = (id: string, messages: object[], turns: object[] = []) => ({
  id,
  date: at(),
  skill: 'Leave',
  user: { firstName: slow.slice(0, 90), email: 'kalle@elsewhere.example' },
  messages,
  turns,
});

const send = (key: string, conversations: object[]) =>
  portal().call('/intake/conversations', { body: { conversations }, headers: { authorization: `Bearer ${key}` } });

/** The longest time in which the portal answers no other request. */
async function watch<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { result, ms } = await measureLongest(work);
  expect(ms).toBeLessThan(longestStopMs);
  return result;
}

beforeAll(async () => {
  ({ superAdmin: reader } = await portal().makeCompany());
  const { superAdmin: other } = await portal().makeCompany();
  const { secret } = await makeIntakeKey(portal(), reader.companyId, { name: 'Assistant' });
  ({ secret: otherKey } = await makeIntakeKey(portal(), other.companyId, { name: 'Assistant' }));
  const turn = {
    date: at(),
    durationMs: 5,
    error: slow,
    errorType: slow.slice(0, 90),
    tools: [{ name: slow.slice(0, 90), error: slow }],
  };
  const rows = Array.from({ length: 10 }, (_, place) => toConversation(`row-${place}`, [], [turn]));
  const long = toConversation('long', [
    toMessage('m1', 'Hello from mari@acme.ee'),
    toMessage('m2', slowText(20_000)),
    toMessage('m3', 'Bye, x?%A'),
  ]);
  expect((await send(secret, [...rows, long])).body).toMatchObject({
    accepted: expect.any(Number) as number,
    rejected: [],
  });
  // As an earlier release saved them.
  await portal().database.inCompany(reader.companyId, (tx) =>
    runSql(tx, 'insert into masking_settings (company_id, patterns) values ($1, $2)', [
      reader.companyId,
      JSON.stringify(slowPatterns),
    ]),
  );
  const found = await portal().call('/analytics/logs/by-external-id?externalId=long', { as: reader });
  conversationId = (found.body as { id: string }).id;
}, 240_000);

const get = (path: string) => portal().call(path, { as: reader });
const post = (path: string, body: object) => portal().call(path, { as: reader, body });

test('a message that takes too long is not shown, and those beside it are', async () => {
  const { status, body } = await watch(() => get(`/analytics/logs/conversation/${conversationId}`));
  expect(status).toBe(200);
  expect((body as HistoryMessage[]).map(({ data }) => (data[0] as { value: string }).value)).toEqual([
    'Hello from [e-mail]',
    notShown,
    'Bye, x[own 0]',
  ]);
});

test('messages are downloaded with those that are not shown', async () => {
  const { status, body } = await watch(() => post('/exports/messages', { format: 'jsonl' }));
  expect(status).toBe(200);
  const texts = (body as string)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);
  expect(texts.toSorted()).toEqual(['Bye, x[own 0]', 'Hello from [e-mail]', notShown].toSorted());
});

test.each<[string, () => Promise<{ status: number }>]>([
  ['log', () => post('/analytics/logs', { limit: 10 })],
  ['log by a tool', () => post('/analytics/logs', { tools: [slow.slice(0, 90)] })],
  ['log by a masked tool', () => post('/analytics/logs', { tools: ['[own 1]'], failures: ['[own 2]'] })],
  ['details', () => get(`/analytics/logs/${conversationId}`)],
  ['dashboard', () => get('/analytics/stats')],
  ['answers', () => get('/analytics/answers')],
  ['top users', () => get('/analytics/top-users')],
  ['reported users', () => get('/users?unmapped=true')],
  ['usage', () => get(`/company/skills/usage/${allSkillsId}/requests`)],
  ['preview of masking', () => post('/company/masking/preview', { settings: { shown: [], patterns: [] } })],
  ['tags', () => get('/analytics/review-tags')],
  ['download of conversations', () => post('/exports/conversations', { format: 'csv' })],
  ['download of top users', () => post('/exports/top-users', { format: 'csv' })],
])('the %s with slow patterns is answered and stops no other request', async (_name, ask) => {
  const { status } = await watch(ask);
  expect(status).toBe(200);
});

test('a batch of another company is stored while one person keeps reading what is slow', async () => {
  const texts = Array.from({ length: 60 }, (_, place) => toMessage(`${place}-1`, 'Where is my order? '.repeat(100)));
  const batch = () => send(otherKey, [toConversation('batch', texts)]);
  expect((await batch()).status).toBe(200);
  const readers = 12;
  let read = 0;
  const flood = Array.from({ length: readers }, async () => {
    const { status } = await get(`/analytics/logs/conversation/${conversationId}`);
    read += 1;
    return status;
  });
  const answers = [await batch(), await batch(), await batch()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  // Behind all of them the batches would be stored last.
  expect(read).toBeLessThan(readers);
  // On a busy machine the last ones wait too long for a thread, and are to ask again.
  const statuses = new Set(await Promise.all(flood));
  expect(statuses).toContain(200);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
}, 240_000);

test('patterns that are too slow are refused, and are tried one after the other', async () => {
  const settings = { shown: [], patterns: slowPatterns };
  const tryOut = () => portal().call('/company/masking/trial', { as: reader, body: { settings, text: slow } });
  const statuses = (await Promise.all(Array.from({ length: 8 }, tryOut))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([422, 429]));
  expect(await portal().call('/company/masking', { as: reader, method: 'PUT', body: settings })).toMatchObject({
    status: 422,
  });
});
