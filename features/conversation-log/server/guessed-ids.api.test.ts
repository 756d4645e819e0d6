import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { expect, test, vi } from 'vitest';
import type { ConversationDetails, ConversationsPage } from '#features/conversation-log/contract/logs.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { indexAll } from '#domain/search/search-index-passes.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createImporter } from '#features/imports/server/testing/importer.ts';
import {
  erasePerson,
  findPerson,
  getBody,
  makeReportingCompany,
  waitForErasures,
  type ReportingCompany,
} from '#features/intake/server/testing/person-sender.ts';
import { watch } from '#domain/live/testing/watch-events.ts';

const portal = useTestPortal();
/** Ids as assistants make them of people. */
const personal = {
  conversation: 'mari.tamm@acme.example 7',
  message: 'mari.tamm@acme.example m',
  run: 'mari.tamm@acme.example r',
};
const plain = 'chat-4711';
const toUuid = (hex: string) => hex.replace(/(.{8})(.{4})(.{4})(.{4})(.*)/, '$1-$2-$3-$4-$5');
const toStored = (externalId: string) => toUuid(toRecordId(externalId));
const at = () => portal().clock.now().toISOString();

const toConversation = (id: string, more: object = {}) => ({
  id,
  date: at(),
  skill: 'Leave',
  user: { id: 'u1', email: 'mari.tamm@acme.example', firstName: 'Mari' },
  requests: [{ id: `${id.slice(0, -2)} r` }],
  messages: [
    {
      id: `${id.slice(0, -2)} m`,
      date: at(),
      isAssistant: true,
      data: [{ type: 'text', value: 'a holiday' }],
      rating: { value: 'negative', comment: 'no' },
    },
  ],
  ...more,
});

const list = async (as: TestUser) =>
  ((await portal().call('/analytics/logs', { as, body: {} })).body as ConversationsPage).payloads;

async function makeCompany() {
  const company = await makeReportingCompany(portal());
  const reader = await portal().makeUser(company.companyId, { roles: ['User'] });
  await company.send({ conversations: [toConversation(personal.conversation)] });
  const [{ _id: id } = { _id: '' }] = await list(reader);
  return { ...company, reader, id };
}

const downloads = [
  ['conversations', () => ({ from: '2026-01-01T00:00:00.000Z', to: at() })],
  ['messages', () => ({ from: '2026-01-01T00:00:00.000Z', to: at() })],
  ['requests', () => ({})],
] as const;

/** All that a SuperAdmin and a reader get of the conversation, by where it was asked for. */
async function readAll({ companyId, superAdmin, reader, id }: Awaited<ReturnType<typeof makeCompany>>) {
  const { database, adapters } = portal();
  await indexAll({ database, workers: adapters.workers }, portal().clock.now());
  const texts = new Map<string, string>();
  const read = async (path: string, as = superAdmin, body?: object, method?: string) => {
    const answer = await portal().call(path, { as, ...(body && { body }), ...(method && { method }) });
    expect([path, answer.status]).toEqual([path, 200]);
    texts.set(path, Buffer.isBuffer(answer.body) ? answer.body.toString() : JSON.stringify(answer.body));
    return answer.body;
  };
  const live = await watch<ConversationsPage>(portal(), '/analytics/logs/events', reader, {});
  await vi.waitFor(() => expect(live.values).not.toEqual([]), { timeout: 20_000, interval: 50 });
  await live.close();
  texts.set('live', JSON.stringify(live.values));
  await read('/analytics/logs', reader, { search: 'holiday' });
  await read(`/analytics/logs/${id}`, reader);
  await read(`/analytics/logs/conversation/${id}`, reader);
  const review = { tags: ['x'], note: 'y', isResolved: false };
  await read(`/analytics/logs/${id}/review`, superAdmin, review, 'PUT');
  await read(`/analytics/logs/${id}/unmasking`, superAdmin, { reason: 'A question of the person' });
  await read(`/company/skills/usage/all/requests?limit=1`, reader);
  for (const [kind, filter] of downloads) {
    for (const format of ['csv', 'jsonl']) {
      const { status, body } = await portal().call(`/exports/${kind}`, {
        as: superAdmin,
        body: { ...filter(), format },
      });
      expect([kind, status]).toEqual([kind, 200]);
      texts.set(`${kind} ${format}`, String(body));
    }
  }
  const person = await findPerson(portal(), superAdmin, 'u1');
  const archive = await fetch(`${portal().url}/api/erasures/persons/${person.id}/file`, {
    headers: { authorization: `Bearer ${superAdmin.token}` },
  });
  const files = await unpackTar(gunzipSync(Buffer.from(await archive.arrayBuffer())));
  texts.set('person', files.map(({ data }) => Buffer.from(data ?? []).toString()).join('\n'));
  await read('/audit?entity=conversation');
  const audit = await portal().call('/audit/export?format=jsonl&entity=conversation', { as: superAdmin });
  texts.set('audit export', String(audit.body));
  await read(`/erasures/conversations/${id}`, superAdmin, { reason: 'Reported by mistake' });
  await read('/erasures');
  expect(companyId).toBeTruthy();
  return texts;
}

test('no answer has what a guess of a reported id can be compared with', { timeout: 60_000 }, async () => {
  const company = await makeCompany();
  const texts = await readAll(company);
  expect(texts.get('person')).toContain(company.id);
  const guesses = Object.values(personal).map((id) => toRecordId(id).slice(0, 8));
  const found = [...texts].filter(([, text]) => guesses.some((guess) => text.includes(guess))).map(([path]) => path);
  expect(found).toEqual([]);
});

test('the same id is another one in each company, and the same at each door of one', async () => {
  const [one, other] = [await makeCompany(), await makeCompany()];
  expect(one.id).not.toBe(other.id);
  expect((await portal().call(`/analytics/logs/${one.id}`, { as: other.superAdmin })).status).toBe(404);
  const { payloads } = await getBody<{ payloads: Array<{ conversationId: string | null }> }>(
    portal(),
    '/company/skills/usage/all/requests',
    one.reader,
  );
  expect(payloads.map(({ conversationId }) => conversationId)).toEqual([one.id]);
  const find = async (as: TestUser) =>
    getBody<{ id: string | null }>(
      portal(),
      `/analytics/logs/by-external-id?externalId=${encodeURIComponent(personal.conversation)}`,
      as,
    );
  expect(await find(one.superAdmin)).toEqual({ id: one.id });
  expect(await find(one.reader)).toEqual({ id: null });
});

const doors = [
  ['the record', (id: string, as: TestUser) => portal().call(`/analytics/logs/${id}`, { as })],
  ['its messages', (id: string, as: TestUser) => portal().call(`/analytics/logs/conversation/${id}`, { as })],
  [
    'its review',
    (id: string, as: TestUser) =>
      portal().call(`/analytics/logs/${id}/review`, {
        as,
        method: 'PUT',
        body: { tags: [], note: '', isResolved: false },
      }),
  ],
] as const;

test.each(doors)(
  '%s opens by an address of earlier releases, unless its id is masked for the reader',
  async (_name, open) => {
    const { superAdmin, companyId, send, id } = await makeCompany();
    await send({ conversations: [toConversation(plain, { requests: [] })] });
    const admin = await portal().makeUser(companyId, { roles: ['Admin'] });
    expect((await open(toStored(plain), admin)).status).toBe(200);
    expect((await open(toStored(personal.conversation), admin)).status).toBe(404);
    expect((await open(toStored('chat-4712'), admin)).status).toBe(404);
    expect((await open(toStored(personal.conversation), superAdmin)).status).toBe(200);
    // A review was changed since.
    expect([200, 409]).toContain((await open(id, admin)).status);
  },
);

const span = () => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'chat',
  startTimeUnixNano: `${portal().clock.now().getTime()}000000`,
  endTimeUnixNano: `${portal().clock.now().getTime()}000000`,
  attributes: [
    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
    { key: 'gen_ai.conversation.id', value: { stringValue: personal.conversation } },
  ],
});

const again: Readonly<Record<string, (company: ReportingCompany) => Promise<unknown>>> = {
  'a report': ({ send }) => send({ conversations: [toConversation(personal.conversation)] }),
  'a message': ({ send }) =>
    send({
      messages: [{ id: 'x', conversationId: personal.conversation, date: at(), isAssistant: false, data: [] }],
    }),
  'a status': ({ send }) =>
    send({ statuses: [{ conversationId: personal.conversation, status: 'Failed', date: at() }] }),
  'a trace': ({ postTo }) => postTo('/otlp/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans: [span()] }] }] }),
};

test.each(Object.keys(again))('%s of the same id lands in the same conversation', async (name) => {
  const company = await makeCompany();
  await again[name]?.(company);
  expect((await list(company.reader)).map(({ _id }) => _id)).toEqual([company.id]);
  expect(await company.rows('conversations')).toHaveLength(1);
});

test('an import that is repeated lands in the same conversation', async () => {
  const company = await makeReportingCompany(portal());
  const { run } = createImporter(portal(), company, company.superAdmin);
  const file = `conversation,time,role,text\n${personal.conversation},2026-11-05T08:00:00Z,user,Hello\n`;
  await run(file);
  const ids = async () => (await list(company.superAdmin)).map(({ _id }) => _id);
  const first = await ids();
  expect(first).toHaveLength(1);
  await run(file);
  expect(await ids()).toEqual(first);
});

test('what was erased is shown by its shown id alone, and is found by it', async () => {
  const { superAdmin, id } = await makeCompany();
  await erasePerson(portal(), superAdmin, (await findPerson(portal(), superAdmin, 'u1')).id);
  await waitForErasures(portal(), superAdmin);
  const details = await getBody<ConversationDetails>(portal(), `/analytics/logs/${id}`, superAdmin);
  expect(details.externalId).toBe(id.replaceAll('-', ''));
  const messages = await getBody<HistoryMessage[]>(portal(), `/analytics/logs/conversation/${id}`, superAdmin);
  expect(messages).toHaveLength(1);
  const { body } = await portal().call('/exports/messages', {
    as: superAdmin,
    body: { ...downloads[1][1](), format: 'jsonl' },
  });
  for (const each of Object.values(personal)) expect(String(body)).not.toContain(toRecordId(each));
});

test('entries of earlier releases are shown, found and searched without the stored id', async () => {
  const { companyId, superAdmin, id } = await makeCompany();
  const stored = toStored(personal.conversation);
  await portal().database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into audit_entries (actor_name, actor_email, action, entity, entity_id, entity_label, request_id, occurred_at)
        values ('Kati', 'k@x.example', 'conversations.read', 'conversation', $1, $2, '', now())`,
      [stored, `Log record ${stored.slice(0, 8)}`],
    ),
  );
  const read = async (query: string) =>
    (await getBody<{ entries: object[] }>(portal(), `/audit?${query}`, superAdmin)).entries;
  const expected = [{ entityId: id, entityLabel: `Log record ${id.slice(0, 8)}` }];
  expect(await read('entity=conversation')).toMatchObject(expected);
  expect(await read(`entityId=${id}`)).toMatchObject(expected);
  expect(await read(`entityId=${stored}`)).toEqual([]);
  expect(await read(`search=${stored.slice(0, 8)}`)).toEqual([]);
});
