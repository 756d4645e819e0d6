import { gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import { slowPatterns, slowText } from '#domain/masking/testing/slow-patterns.ts';
import { withOwner } from '../../../harness/database.ts';
import { atMost, type Bench, type Reading } from '../../figure.ts';
import { fill, toEmptySpans } from '#features/intake/server/testing/hostile-bodies.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { type Portal, waitForDemo } from '../../../harness/portal.ts';
import { withProbedPortal, type MainThread, type ProbedPortal } from '../../probed-portal.ts';
import { openSession } from '../../../harness/session.ts';
import { listConversation, toRequest, toSpan } from '../hostile-bodies.ts';
import { measureSamlAnswers } from './saml-answers.ts';
import { measureStreams } from './waiting-streams.ts';

const company = 'Acme Manufacturing';
const protobuf = 'application/x-protobuf';

interface Call {
  readonly path: string;
  /** Caller: the intake key of the company's assistant, or its SuperAdmin. */
  readonly by: 'key' | 'person';
  readonly type?: string;
  /** Without one it is a GET. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export const loopStops = {
  title: 'Longest piece of the main thread’s work under bodies that once stopped it',
  method:
    'Sends each body to a portal of its own, the second time measured, and takes the processor time of the main thread between two looks of a timer of 2 ms: the longest is for how long no request would be answered on a quiet machine. The wall time of the longest piece and the processor time of all pieces are in the details.',
  measure: async ({ isQuick }: Bench): Promise<Reading[]> => {
    const stops = await withProbedPortal({}, async (portal) => {
      await waitForDemo(portal);
      return [...(await measureAll(portal)), await measureSamlAnswers(portal)];
    });
    return [...stops, ...(await measureStreams({ isQuick }))];
  },
};

type Send = (call: Call) => Promise<{ readonly status: number; readonly text: string }>;

function createSend(portal: Portal, key: string): Send {
  return async ({ path, by, type = 'application/json', body }) => {
    const token = by === 'key' ? key : (await openSession(portal, 'superadmin@acme.example')).token;
    const isPacked = by === 'key' && body !== undefined;
    const answer = await fetch(`${portal.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
        ...(isPacked && { 'content-encoding': 'gzip' }),
      },
      ...(body !== undefined && { body: isPacked ? gzipSync(body) : body }),
    });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${text}`);
    return { status: answer.status, text };
  };
}

async function measureAll(portal: ProbedPortal): Promise<Reading[]> {
  const send = createSend(portal, await makeIntakeKey(portal, company));
  const measure = async ([name, calls]: Attack): Promise<Reading> => {
    const statuses = new Set<number>();
    const pieces: MainThread[] = [];
    for (const each of calls) {
      pieces.push(await portal.watchLoop(async () => statuses.add((await send(each)).status)));
    }
    const longest = Math.max(...pieces.map(({ longestWorkMs }) => longestWorkMs));
    return atMost(name, '200 ms', longest, { pieces, statuses: [...statuses] });
  };
  const readings: Reading[] = [];
  // The first export loads modules.
  await send({ path: traces, by: 'key', body: toRequest([toSpan(9)], 0) });
  for (const each of [...listExports(), ...listOfLog()]) readings.push(await measure(each));
  const tag = await store(send, `<a ${'=""'.repeat(3333)}${'\u3E3E'.repeat(10_000)}`);
  readings.push(await measure(['a transcript with a tag without an end', [read(tag)]]));
  const slow = await store(send, slowText(5000));
  await withOwner(portal, (client) =>
    client.query('insert into masking_settings (company_id, patterns) select id, $2 from companies where name = $1', [
      company,
      JSON.stringify(slowPatterns),
    ]),
  );
  readings.push(await measure(['own patterns: a transcript of 5,000 characters', [read(slow)]]));
  for (const [name, calls] of listOfLog()) readings.push(await measure([`own patterns: ${name}`, calls]));
  return readings;
}

type Attack = readonly [name: string, calls: readonly Call[]];

const traces = '/otlp/v1/traces';
const read = (id: string): Call => ({ path: `/analytics/logs/conversation/${id}`, by: 'person' });
const toExport = (body: Call['body'], path = traces, type?: string): Call => ({
  path,
  by: 'key',
  ...(body !== undefined && { body }),
  ...(type !== undefined && { type }),
});

function listExports(): Attack[] {
  const emptyJson = fill('{"resourceSpans":[{"scopeSpans":[{"spans":[{}', ',{}', 400_000 / 350_000, ']}]}]}');
  const [long = '', ...more] = listConversation();
  return [
    ['750,000 empty spans of protobuf', [toExport(toEmptySpans(1_500_000), traces, protobuf)]],
    ['90,000 empty spans of protobuf', [toExport(toEmptySpans(180_000), traces, protobuf)]],
    ['500,000 empty log records of protobuf', [toExport(toEmptySpans(1_000_000), '/otlp/v1/logs', protobuf)]],
    ['400,000 empty spans of JSON', [toExport(emptyJson)]],
    ['400 spans of 100 messages', [toExport(long)]],
    ['a span more in that trace', more.map((body) => toExport(body))],
    ['2,000 traces of a span', [100_000, 200_000, 300_000].map((first) => toExport(makeTraces(first)))],
    ['200 conversations of 500 turns', twice(() => makeItems(200, 500, makeTurns))],
    ['the same 200 conversations again', twice(() => makeItems(200, 500, makeTurns, 'again'))],
    ['1,000 conversations of 50 messages', twice(() => makeItems(1000, 50, makeMessages))],
    ['200 conversations of 500 requests', twice(() => makeItems(200, 500, makeRequests))],
    ['100 conversations of 500 models', twice(() => makeItems(100, 500, makeModels))],
  ];
}

function listOfLog(): Attack[] {
  const ask = (body: object): Call[] =>
    [0, 1].map(() => ({ path: '/analytics/logs', by: 'person', body: JSON.stringify(body) }));
  const tools = Array.from({ length: 100 }, (_, place) => `${place}${'a@'.repeat(1995)}`);
  return [
    ['100 rows of the log', ask({ limit: 100 })],
    ['a filter of 100 tools of 4,000 characters', ask({ limit: 100, tools })],
  ];
}

function makeTraces(first: number): string {
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'invoke_agent' } },
    { key: 'gen_ai.agent.name', value: { stringValue: 'Leave' } },
  ];
  return toRequest(
    Array.from({ length: 2000 }, (_, place) => toSpan(first + place, attributes)),
    0,
  );
}

/** Stores a conversation with one message and answers its id. */
async function store(send: Send, value: string): Promise<string> {
  const id = randomUUID();
  const date = new Date().toISOString();
  const message = { id: 'm', date, isAssistant: true, author: 'A', data: [{ type: 'text', value }] };
  const body = JSON.stringify({ conversations: [{ id, date, skill: 'Leave', messages: [message] }] });
  await send({ path: '/intake/conversations', by: 'key', body });
  const { text } = await send({ path: `/analytics/logs/by-external-id?externalId=${id}`, by: 'person' });
  return (JSON.parse(text) as { id: string }).id;
}

const twice = (make: () => string): Call[] => [0, 1].map(() => toExport(make(), '/intake/conversations'));

type MakeFields = (count: number, place: number) => object;

/** @param prefix of ids that are the same in each batch; without one they are new */
function makeItems(conversations: number, count: number, makeFields: MakeFields, prefix?: string): string {
  const toId = (place: number) => (prefix === undefined ? randomUUID() : `${prefix} ${place}`);
  return JSON.stringify({
    conversations: Array.from({ length: conversations }, (_, place) => ({
      id: toId(place),
      date: startedAt,
      skill: 'Leave',
      ...makeFields(count, place),
    })),
  });
}

const startedAt = new Date().toISOString();
const turn = { date: startedAt, durationMs: 5 };
const repeat = <Item>(count: number, make: (place: number) => Item) =>
  Array.from({ length: count }, (_, at) => make(at));

const makeTurns: MakeFields = (count) => ({ turns: repeat(count, () => turn) });
const makeModels: MakeFields = (count, place) => ({
  turns: repeat(count, (at) => ({ ...turn, model: `model ${place} ${at}` })),
});
const makeRequests: MakeFields = (count) => ({ requests: repeat(count, () => ({ id: Math.random().toString(36) })) });
const makeMessages: MakeFields = (count) => ({
  messages: repeat(count, (at) => ({
    id: String(at),
    date: startedAt,
    isAssistant: true,
    data: [{ type: 'text', value: 'Hello' }],
  })),
});
