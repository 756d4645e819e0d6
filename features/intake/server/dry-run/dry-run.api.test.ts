import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DryConversation, DryRun } from '#features/intake/contract/dry-runs.ts';
import { intakeExample } from '#features/intake/contract/intake-example.ts';
import { listWalled } from '#server/database/tables/tables.ts';
import { setCreatedAt } from '#server/database/testing/builders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { settleMs } from '../otlp/derive/place-facts.ts';
import { toJsonRequest, toJsonSpan } from '../otlp/testing/json-export.ts';
import { readRecorded, sendRecorded } from '../otlp/testing/recorded-clients.ts';
import { readStored } from '../otlp/testing/stored.ts';

const portal = useTestPortal();
let superAdmin: TestUser;

beforeEach(async () => {
  ({ superAdmin } = await portal().makeCompany());
  await setCreatedAt(portal().database, superAdmin.companyId, '2026-01-01');
  portal().clock.advance(Math.max(0, Date.UTC(2026, 10, 23) - portal().clock.now().getTime()));
});

async function send(bytes: Uint8Array<ArrayBuffer> | string, query = '') {
  const { status, body } = await portal().call(`/intake/dry-runs${query}`, {
    as: superAdmin,
    method: 'POST',
    body: bytes,
  });
  return { status, body };
}

async function tryOut(payload: unknown, query = ''): Promise<DryRun> {
  const { status, body } = await send(
    payload instanceof Uint8Array ? new Uint8Array(payload) : JSON.stringify(payload),
    query,
  );
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  return body as DryRun;
}

async function makeKey(): Promise<string> {
  const { body } = await portal().call('/intake/keys', { as: superAdmin, body: { name: 'An assistant' } });
  return (body as { secret: string }).secret;
}

/** Every row of every table of the company, as text. */
async function readEverything(): Promise<string[]> {
  return portal().database.inCompany(superAdmin.companyId, async (tx) => {
    const rows: string[] = [];
    // A company cannot read what the provider notes about it.
    const readable = await runSql<{ name: string }>(
      tx,
      `select name from unnest($1::text[]) as name where has_table_privilege(name, 'select')`,
      [listWalled()],
    );
    for (const { name: table } of readable) {
      const found = await runSql<{ row: string }>(tx, `select t::text as row from ${table} t order by 1`);
      rows.push(...found.map(({ row }) => `${table} ${row}`));
    }
    return rows;
  });
}

const toText = ({ data }: DryConversation['messages'][number]) =>
  data.map((part) => (part.type === 'text' ? String(part.value) : part.type)).join(' | ');

const summarise = ({ id, status, skill, apiCalls, messages, runs }: DryConversation) => ({
  id,
  status,
  skill: skill?.name ?? null,
  apiCalls,
  texts: messages.map(toText),
  requests: runs.map((run) => ({ id: run.id, skill: run.skill })),
});

describe('what a payload would become', () => {
  test('the example of the native JSON is one conversation, and nothing is stored', async () => {
    await makeKey();
    const before = await readEverything();
    const tried = await tryOut(intakeExample);
    expect(tried).toMatchObject({
      format: { kind: 'conversations', encoding: 'json', isCompressed: false },
      rejected: 0,
    });
    expect(tried.conversations.length).toBeGreaterThan(0);
    expect(tried.conversations.map(({ ratings }) => ratings.map(({ value, message }) => [value, message]))).toEqual([
      [['positive', 1]],
      [['negative', 0]],
    ]);
    await tryOut(toJsonRequest([toJsonSpan({ attributes: { 'gen_ai.operation.name': 'chat', 'user.id': 'u-1' } })]));
    expect(await readEverything()).toEqual(before);
  });

  test.each([
    'vercel-ai-7',
    'langfuse-js-5',
    'langgraph-openinference',
    'openinference-python',
    'pydantic-ai',
    'vercel-ai-5',
  ])('the recording of %s is what the intake stores of it', async (client) => {
    const exports = await readRecorded(client);
    expect(exports).toHaveLength(1);
    const tried = await tryOut(exports[0]?.bytes);
    expect(tried.format).toMatchObject({ kind: 'traces', encoding: 'protobuf', isCompressed: true });
    const key = await makeKey();
    await sendRecorded(portal().url, key, exports);
    portal().clock.advance(settleMs);
    await sendRecorded(portal().url, key, exports);
    const stored = await readStored(portal(), superAdmin.companyId);
    expect(tried.conversations.map(summarise)).toEqual(
      stored.map(({ id, status, skill, apiCalls, texts, requests }) => ({
        id,
        status,
        skill,
        apiCalls,
        texts,
        requests,
      })),
    );
  });

  test('a conversation that is stored already is named so, with what would be added', async () => {
    const conversation = { id: 'c-1', date: '2026-11-02T08:00:00.000Z', skill: 'Leave' };
    const message = (id: string) => ({
      id,
      date: '2026-11-02T08:00:01.000Z',
      isAssistant: false,
      data: [{ type: 'text', value: id }],
    });
    const headers = { authorization: `Bearer ${await makeKey()}` };
    const stored = { conversations: [{ ...conversation, messages: [message('m-1')] }] };
    expect((await portal().call('/intake/conversations', { headers, body: stored })).status).toBe(200);
    const tried = await tryOut({ conversations: [{ ...conversation, messages: [message('m-1'), message('m-2')] }] });
    expect(tried.conversations).toMatchObject([
      { isKnown: true, totalMessages: 1, skill: { isNew: false }, runs: [{ result: 'known', price: 0 }] },
    ]);
  });

  test('log records in protobuf are recognised', async () => {
    const [logs] = await readRecorded('otel-js-openai-zero-code');
    expect(await tryOut(logs?.bytes)).toMatchObject({ format: { kind: 'logs', encoding: 'protobuf' } });
  });

  test('people and skills are shown with what they are mapped to, and a run with its price', async () => {
    const annika = await portal().makeUser(superAdmin.companyId, {
      email: 'annika.berg@acme.example',
      firstName: 'Annika',
    });
    const { superAdmin: provider } = await portal().makeCompany({ isProvider: true });
    await portal().database.inCompany(provider.companyId, (tx) =>
      runSql(
        tx,
        `insert into skills (name, service_provider, is_provided, price_ten_thousandths)
          values ('Leave', 'SAP', true, 12500) returning id`,
      ),
    );
    const conversation = (id: string, skill: string, email: string) => ({
      id,
      date: '2026-11-02T08:00:00.000Z',
      skill,
      user: { email },
    });
    const tried = await tryOut({
      conversations: [
        conversation('c-1', 'leave', annika.email),
        { ...conversation('c-2', 'Holiday', 'x@y.example'), billed: false },
        { id: 'c-3', date: 'yesterday' },
      ],
    });
    expect(tried.rejections).toEqual([{ name: 'conversations[2] c-3', reasons: [expect.stringContaining('date: ')] }]);
    expect(tried.conversations).toMatchObject([
      {
        skill: { name: 'leave', skillName: 'Leave', isNew: true },
        user: { userName: expect.stringContaining('Annika') as string, isNew: true },
        runs: [{ result: 'billed', price: 1.25, skillName: 'Leave' }],
      },
      {
        skill: { name: 'Holiday', skillName: null, isNew: true },
        user: { name: 'x@y.example', userName: null },
        runs: [{ result: 'imported', price: 0 }],
      },
    ]);
  });

  test('a turn is shown with model, tokens, duration and reported cost', async () => {
    const agent = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Helpdesk',
      'gen_ai.conversation.id': 'c',
    };
    const call = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.cost': 0.25,
    };
    const spans = [
      toJsonSpan({ span: 1, end: 2, attributes: agent }),
      toJsonSpan({ span: 2, parent: 1, attributes: call }),
      toJsonSpan({ span: 3, parent: 1, attributes: call }),
    ];
    expect((await tryOut(toJsonRequest(spans))).conversations).toMatchObject([
      {
        durationMs: 2000,
        inputTokens: 24,
        outputTokens: 14,
        models: ['gpt-5'],
        reportedCosts: [{ amount: '0.5', currency: 'USD' }],
      },
    ]);
  });
});

describe('what is left out', () => {
  test('is listed by attribute and span, with its reason', async () => {
    const spans = [
      toJsonSpan({
        span: 1,
        end: null,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.conversation.id': 'c',
          'session.id': 's',
          'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]',
          'input.value': 'Hi',
          'output.value': 'Hello',
          'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]',
          'acme.channel': 'web',
          'user.id': ' ',
        },
      }),
      toJsonSpan({ span: 2, parent: 1, name: 'GET /health', attributes: { 'http.method': 'GET' } }),
      toJsonSpan({
        span: 3,
        parent: 1,
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'input.value': '{"a":1}' },
      }),
    ];
    const { dropped, conversations } = await tryOut(toJsonRequest(spans));
    expect(conversations).toMatchObject([{ id: 'c', status: 'Processing', messages: [] }]);
    expect(new Set(dropped)).toEqual(
      new Set([
        { kind: 'attribute', name: 'session.id', reason: 'outranked', by: 'gen_ai.conversation.id', count: 1 },
        { kind: 'attribute', name: 'input.value', reason: 'outranked', by: 'gen_ai.input.messages', count: 1 },
        { kind: 'attribute', name: 'output.value', reason: 'outranked', by: 'gen_ai.output.messages', count: 1 },
        { kind: 'attribute', name: 'input.value', reason: 'not-spoken', count: 1 },
        { kind: 'attribute', name: 'acme.channel', reason: 'unknown', count: 1 },
        { kind: 'attribute', name: 'user.id', reason: 'unreadable', count: 1 },
        { kind: 'span', name: 'GET /health', reason: 'no-assistant', count: 1 },
      ]),
    );
  });

  test('a trace without an ended root and without a conversation is open; without its parent it waits', async () => {
    const chat = { 'gen_ai.operation.name': 'chat' };
    const open = await tryOut(toJsonRequest([toJsonSpan({ end: null, attributes: chat })]));
    expect(open).toMatchObject({ conversations: [], dropped: [{ kind: 'trace', reason: 'open' }] });
    const orphan = await tryOut(toJsonRequest([toJsonSpan({ span: 2, parent: 1, attributes: chat })]));
    expect(orphan.conversations).toMatchObject([{ isWaiting: true, isGrouped: false }]);
  });

  test('a rejected span says why', async () => {
    const spans = [{ ...toJsonSpan({}), traceId: 'x' }];
    const { rejected, rejections } = await tryOut(toJsonRequest(spans));
    expect([rejected, rejections]).toEqual([
      1,
      [{ name: '', reasons: ['a span without a valid trace id and span id'] }],
    ]);
  });
});

describe('bad payloads', () => {
  const codeOf = async (bytes: Uint8Array<ArrayBuffer> | string, query?: string) => {
    const { status, body } = await send(bytes, query);
    return [status, (body as { code?: string }).code];
  };

  test('are refused with the reason', async () => {
    expect(await codeOf('')).toEqual([400, 'request.malformed']);
    expect(await codeOf('{"conversations": 1}')).toEqual([422, 'request.invalid']);
    expect(await codeOf('nonsense \u0001')).toEqual([400, 'request.malformed']);
    expect(await codeOf('{}', '?kind=spans')).toEqual([422, 'request.invalid']);
    expect(await codeOf(new Uint8Array([0x1f, 0x8b, 1, 2, 3]))).toEqual([400, 'request.malformed']);
    expect(await codeOf('{"resourceSpans": []}', '?kind=logs')).toEqual([400, 'request.malformed']);
  });

  test('a small file that unpacks to more than the limit is refused', async () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(64 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await codeOf(bomb)).toEqual([413, 'request.too-large']);
  });
});
