import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, showAll } from '#domain/conversations/testing/conversation-rows.ts';

const portal = useTestPortal();
const startedAt = '2026-11-05T10:00:00.000Z';
let superAdmin: TestUser;
let conversationId: string;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  [conversationId = ''] = await addConversations(portal().database, superAdmin.companyId, [{ startedAt }]);
});

/** Parts as they lie in the table, whatever they are. */
async function addMessage(sentAt: string, parts: unknown, author = 'Mari') {
  const id = randomUUID();
  await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql(
      tx,
      `insert into messages (conversation_id, started_at, id, external_id, sent_at, is_assistant, author, parts)
        values ($1, $2, $3, 'm', $4, $5, $6, $7)`,
      [conversationId, startedAt, id, sentAt, author === 'Stew', author, JSON.stringify(parts)],
    ),
  );
  return (await showAll(portal().database, superAdmin.companyId, [id]))[0] ?? '';
}

const read = (id: string, as = superAdmin) => portal().call(`/analytics/logs/conversation/${id}`, { as });

test('a conversation without messages is an empty history', async () => {
  const [id = ''] = await addConversations(portal().database, superAdmin.companyId, [{ startedAt }]);
  expect(await read(id)).toMatchObject({ status: 200, body: [] });
});

test('messages come oldest first with every part as it was sent; omitted parts are counted', async () => {
  const text = { type: 'text', value: '<b>Hello</b><script>alert(1)</script>' };
  const table = { type: 'table', sourceData: [{ a: 1, b: null }], legend: { a: 'A' }, itemsPerPage: 8 };
  const second = await addMessage(
    '2026-11-05T10:00:02Z',
    [{ ...text, old: 1 }, { type: 'hologram' }, 7, table],
    'Stew',
  );
  const first = await addMessage('2026-11-05T10:00:01Z', [{ type: 'filePicker', fileKey: 'k' }]);
  const third = await addMessage('2026-11-05T10:00:03Z', { not: 'a list' });
  const { status, body } = await read(conversationId);
  expect(status).toBe(200);
  const messages = body as HistoryMessage[];
  expect(messages.map(({ id }) => id)).toEqual([first, second, third]);
  const gone = { type: 'text', value: 'This part of the message cannot be displayed.' };
  expect(messages[1]).toEqual({
    id: second,
    _id: second,
    isAssistant: true,
    author: 'Stew',
    date: '2026-11-05T10:00:02.000Z',
    loading: false,
    hide: false,
    data: [text, gone, gone, table],
  });
  expect(messages[2]?.data).toEqual([gone]);
});

test('a conversation is found by its id in capital letters too', async () => {
  expect((await read(conversationId.toUpperCase())).status).toBe(200);
});

test('a conversation of a technical user is there for TechnicalUsers', async () => {
  const technical = await portal().makeUser(superAdmin.companyId, { roles: ['User', 'TechnicalUser'] });
  const [id = ''] = await addConversations(portal().database, superAdmin.companyId, [{ startedAt, technical: true }]);
  expect((await read(id, technical)).status).toBe(200);
  expect((await read(id)).status).toBe(404);
});

test('a very long conversation is answered up to its length, masked', async () => {
  const [id = ''] = await addConversations(portal().database, superAdmin.companyId, [{ startedAt }]);
  const value = `Write to kalle@elsewhere.example &amp; co. ${'Twenty days are left. '.repeat(9000)}`;
  await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql(
      tx,
      `insert into messages (conversation_id, started_at, id, external_id, sent_at, is_assistant, author, parts)
        select $1, $2, gen_random_uuid(), 'm' || n, $2::timestamptz + n * interval '1 second', true, 'Stew',
          json_build_array(json_build_object('type', 'text', 'value', $3::text))
        from generate_series(1, 60) n`,
      [id, startedAt, value],
    ),
  );
  const { status, body } = await read(id);
  const texts = (body as HistoryMessage[]).map(({ data }) => (data[0] as { value: string }).value);
  const shown = Math.floor((4 * 1024 * 1024) / (value.length + 31));
  expect({ status, messages: texts.length }).toEqual({ status: 200, messages: 60 });
  expect(texts.filter((text) => text.startsWith('Write to [e-mail] &amp; co.'))).toHaveLength(shown);
  expect(texts.slice(shown)).toEqual(
    Array.from({ length: 60 - shown }, () => 'This message is not shown, because the conversation is too long.'),
  );
  expect(JSON.stringify(body)).not.toContain('elsewhere');
});
