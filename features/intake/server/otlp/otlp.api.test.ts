import { runSql } from '#server/testing/sql/run-sql.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import pino from 'pino';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { createIntakeQueue } from '#domain/conversations/batches/intake-queue.service.ts';
import { settleMs } from './derive/place-facts.ts';
import { createExportReceiver } from './receive-export.service.ts';
import { sendSpans, testStartMs, toJsonSpan, toSpanId, toTraceId, type SpanValues } from './testing/json-export.ts';
import { agentRun } from './testing/loaded-facts.ts';
import { makeSender, readStored } from './testing/stored.ts';

const portal = useTestPortal();
let companyId: string;
let key: string;

beforeEach(async () => {
  ({ companyId, key } = await makeSender(portal()));
});

const stored = () => readStored(portal(), companyId);
async function send(...spans: readonly SpanValues[]) {
  expect(await sendSpans(portal(), key, spans.map(toJsonSpan))).toMatchObject({ status: 200, body: {} });
}
const post = (body: unknown, headers: Record<string, string> = {}, path = 'traces') =>
  portal().call(`/otlp/v1/${path}`, { body, headers: { authorization: `Bearer ${key}`, ...headers } });

const chat = { 'gen_ai.operation.name': 'chat' };

test('the columns of a reported table keep their order', async () => {
  const columns = ['material', 'name', 'plant', 'stock', 'unit', 'bin', 'price', 'blocked'];
  const table = { type: 'table', sourceData: [Object.fromEntries(columns.map((name) => [name, name]))] };
  const said = JSON.stringify([{ role: 'assistant', parts: [table] }]);
  await send(agentRun([], [], { attributes: { 'gen_ai.output.messages': said } }));
  const [conversation] = await stored();
  expect(JSON.stringify(conversation?.parts)).toBe(JSON.stringify([[table]]));
});

describe('in any order of arrival', () => {
  test('a late root names, ends and bills the conversation', async () => {
    await send({ span: 2, parent: 1, start: 1, attributes: { ...chat, 'gen_ai.conversation.id': 'c-1' } });
    expect(await stored()).toMatchObject([{ id: 'c-1', status: 'Processing', startedAt: '2026-10-05T08:00:01.000Z' }]);
    await send(agentRun([['user', 'Hi']], [['assistant', 'Hello']], { end: 3 }));
    expect(await stored()).toMatchObject([
      {
        id: 'c-1',
        status: 'Completed',
        startedAt: '2026-10-05T08:00:00.000Z',
        texts: ['Hi', 'Hello'],
        requests: [{ id: `${toTraceId(1)}:${toSpanId(1)}` }],
      },
    ]);
  });

  test('a trace without a conversation id waits for its root, and becomes a conversation of its own', async () => {
    await send({ span: 2, parent: 1, attributes: chat });
    expect(await stored()).toEqual([]);
    await send({ attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Leave' } });
    expect(await stored()).toMatchObject([{ id: `ungrouped:${toTraceId(1)}`, status: 'Completed', requests: [{}] }]);
  });

  test('a late span with a conversation id replaces the ungrouped conversation and moves its usage event and review', async () => {
    await send({
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Leave', 'input.value': 'Hi' },
    });
    expect(await stored()).toMatchObject([{ texts: ['Hi'], requests: [{}] }]);
    const review = { tags: ['wrong'], note: 'See me', isResolved: true };
    const as = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
    const findId = async () => {
      const rows = await portal().database.inCompany(companyId, (tx) =>
        runSql<{ id: string }>(tx, 'select id from conversations where company_id = $1', [companyId]),
      );
      return rows[0]?.id;
    };
    const before = await findId();
    expect((await portal().call(`/analytics/logs/${before}/review`, { as, method: 'PUT', body: review })).status).toBe(
      200,
    );
    await send({ span: 2, parent: 1, start: 1, attributes: { ...chat, 'gen_ai.conversation.id': 'c-1' } });
    const after = await findId();
    expect(after).not.toBe(before);
    const { body } = await portal().call(`/analytics/logs/${after}`, { as });
    expect(body).toMatchObject({ review: { tags: ['wrong'], note: 'See me', version: 2 } });
    expect(await stored()).toMatchObject([
      { id: 'c-1', texts: ['Hi'], messages: 1, requests: [{ id: `${toTraceId(1)}:${toSpanId(1)}` }] },
    ]);
  });

  test('a missing parent is no longer awaited at the next export', async () => {
    await send(agentRun([['user', 'Hi']], [], { parent: 9 }));
    expect(await stored()).toMatchObject([{ status: 'Processing', messages: 0, requests: [] }]);
    portal().clock.advance(settleMs);
    await send({ trace: 2 });
    expect(await stored()).toMatchObject([{ status: 'Completed', messages: 1, requests: [{}] }]);
  });

  test('a missing parent is no longer awaited at the next start of the portal', async () => {
    await send(agentRun([['user', 'Hi']], [], { parent: 9 }));
    portal().clock.advance(settleMs);
    const { database, clock, adapters } = portal();
    const intakeQueue = createIntakeQueue({ ...adapters, database, clock });
    createExportReceiver({ ...adapters, database, intakeQueue, clock, log: pino({ level: 'silent' }) });
    await expect.poll(stored).toMatchObject([{ status: 'Completed', messages: 1, requests: [{}] }]);
  });

  test('orders two turns whose traces arrive in reverse', async () => {
    const history = [
      ['user', 'Hi'],
      ['assistant', 'Hello'],
      ['user', 'Days?'],
    ] as const;
    await send(agentRun(history, [['assistant', 'Twelve']], { trace: 2, start: 60 }));
    await send(agentRun([['user', 'Hi']], [['assistant', 'Hello']]));
    expect(await stored()).toMatchObject([
      {
        id: 'c-1',
        startedAt: '2026-10-05T08:00:00.000Z',
        messages: 4,
        texts: ['Hi', 'Hello', 'Days?', 'Twelve'],
        requests: [{}, {}],
      },
    ]);
  });

  test('stores a turn once that is sent ten times concurrently', async () => {
    const turn = agentRun([['user', 'Hi']], [['assistant', 'Hello']]);
    await Promise.all(Array.from({ length: 10 }, () => send(turn, { span: 2, parent: 1, attributes: chat })));
    expect(await stored()).toMatchObject([{ messages: 2, requests: [{}] }]);
  });

  test('a conversation continued after its first facts were deleted keeps its start', async () => {
    await send(agentRun([['user', 'Hi']], []));
    await portal().database.inSystem('old-rows.delete', (tx) => runSql(tx, 'delete from spans'));
    await send(agentRun([['user', 'Days?']], [], { trace: 2, start: 3600 }));
    expect(await stored()).toMatchObject([{ startedAt: '2026-10-05T08:00:00.000Z', texts: ['Hi', 'Days?'] }]);
  });
});

describe('with any content', () => {
  test('counts spans without content', async () => {
    await send(agentRun([], []));
    expect(await stored()).toMatchObject([{ status: 'Completed', messages: 0, skill: 'Leave', requests: [{}] }]);
  });

  test('stores an unknown skill and user as reported', async () => {
    await send(agentRun([], [], { attributes: { 'gen_ai.skill.name': 'Nobody’s', 'user.id': 'stranger-7' } }));
    expect(await stored()).toMatchObject([{ skill: 'Nobody’s', user: 'id:stranger-7' }]);
  });

  test('truncates an attribute of 4 MB with a mark, and counts the turn', async () => {
    await send(agentRun([['user', 'x'.repeat(4_000_000)]], [['assistant', 'Long.']]));
    const [conversation] = await stored();
    expect(conversation).toMatchObject({
      messages: 2,
      texts: [expect.stringContaining('[truncated: 4000000'), 'Long.'],
    });
  });

  test('stores scripts, NUL and lone surrogates as text', async () => {
    await send(agentRun([['user', '<script>alert(1)</script>']], [['assistant', 'a\u0000b\uD800']]));
    expect(await stored()).toMatchObject([{ texts: ['<script>alert(1)</script>', 'a\uFFFDb\uFFFD'] }]);
  });

  test('keeps ids and names of 10,000 characters distinct', async () => {
    const long = (end: string) => `${'x'.repeat(10_000)}${end}`;
    const make = (end: string, trace: number) =>
      agentRun([], [], {
        trace,
        attributes: { 'gen_ai.conversation.id': long(end), 'gen_ai.agent.name': long(end), 'user.id': long(end) },
      });
    await send(make('1', 1), make('2', 2));
    expect(await stored()).toHaveLength(2);
  });

  test('another company’s id in any attribute changes nothing for that company', async () => {
    const other = await makeSender(portal());
    const names = ['microsoft.tenant.id', 'company_id', 'portal.company', 'tenant.id', 'gen_ai.conversation.id'];
    const attributes = Object.fromEntries(names.map((name) => [name, other.companyId]));
    await sendSpans(portal(), key, [{ ...toJsonSpan(agentRun([], [], { attributes })), companyId: other.companyId }]);
    expect(await readStored(portal(), other.companyId)).toEqual([]);
    expect(await stored()).toHaveLength(1);
  });

  test('the same trace and conversation of two companies stay separate', async () => {
    const other = await makeSender(portal());
    await send(agentRun([['user', 'Hi']], []));
    await sendSpans(portal(), other.key, [
      toJsonSpan(agentRun([['user', 'Secret']], [], { span: 2, parent: 1, start: 1 })),
    ]);
    expect(await stored()).toMatchObject([{ id: 'c-1', texts: ['Hi'] }]);
  });
});

describe('the response', () => {
  test('lists the rejected spans with reasons, and the rest is stored', async () => {
    const spans = [
      toJsonSpan(agentRun([], [])),
      { ...toJsonSpan({}), traceId: 'x' },
      { ...toJsonSpan({}), startTimeUnixNano: '1' },
    ];
    expect(await sendSpans(portal(), key, spans)).toMatchObject({
      status: 200,
      body: {
        partialSuccess: {
          rejectedSpans: '2',
          errorMessage:
            'Refused: a span without a valid trace id and span id; span 0000000000000001: its start is missing or out of range',
        },
      },
    });
    expect(await stored()).toHaveLength(1);
  });

  test('lists the rejected log records with reasons', async () => {
    const record = { timeUnixNano: `${testStartMs}000000`, eventName: 'gen_ai.evaluation.result' };
    const request = {
      resourceLogs: [
        {
          scopeLogs: [{ logRecords: [record, { body: { stringValue: 'a line' }, timeUnixNano: record.timeUnixNano }] }],
        },
      ],
    };
    expect(await post(request, {}, 'logs')).toMatchObject({
      status: 200,
      body: {
        partialSuccess: {
          rejectedLogRecords: '1',
          errorMessage: expect.stringContaining('neither a trace nor a conversation'),
        },
      },
    });
  });

  test.each([
    ['another type', 'text/plain', '{}', 415],
    ['no JSON', 'application/json', '{', 400],
    ['a list', 'application/json', '[]', 400],
    ['no UTF-8', 'application/json', new Uint8Array([0x7b, 0xff]), 400],
    ['no protobuf', 'application/x-protobuf', new Uint8Array([0x0a, 0xff, 0xff]), 400],
    ['JSON called protobuf', 'application/x-protobuf', '{"resourceSpans":[]}', 400],
    ['an empty protobuf', 'application/x-protobuf', new Uint8Array([]), 200],
    ['nothing at all', 'application/json', '{}', 200],
    ['JSON of a browser', 'application/json; charset=utf-8', '{"resourceSpans":[],"resourceLogs":[]}', 200],
  ])('%s', async (_, type, body, status) => {
    for (const path of ['traces', 'logs']) {
      const answer = await post(body, { 'content-type': type }, path);
      const answered = status === 200 ? type.split(';')[0] : 'application/json';
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, status, answered]);
    }
  });

  test('derives a conversation from a log record without a trace', async () => {
    const record = {
      timeUnixNano: `${testStartMs}000000`,
      eventName: 'gen_ai.user.message',
      body: { kvlistValue: { values: [{ key: 'content', value: { stringValue: 'Hi' } }] } },
      attributes: [{ key: 'gen_ai.conversation.id', value: { stringValue: 'c-1' } }],
    };
    const request = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
    expect((await post(request, {}, 'logs')).status).toBe(200);
    expect(await stored()).toMatchObject([{ id: 'c-1', texts: ['Hi'] }]);
  });
});
