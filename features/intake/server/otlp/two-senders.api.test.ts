import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { makeAssistant, type Assistant } from '#features/money/server/authorize/testing/assistant.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { settleMs } from './derive/place-facts.ts';
import { testStartMs, toJsonRequest, toJsonSpan, type SpanValues } from './testing/json-export.ts';

const portal = useTestPortal({ LOG_LEVEL: 'error' });
const date = new Date(testStartMs).toISOString();

interface World {
  readonly assistant: Assistant;
  readonly otherKey: string;
}

async function open(): Promise<World> {
  const { clock } = portal();
  clock.advance(Math.max(0, testStartMs + 3_600_000 - clock.now().getTime()));
  const assistant = await makeAssistant(portal());
  await assistant.run(`update companies set created_at = '2026-01-01', billed_since = '2026-01-01' where id = $1`, [
    assistant.companyId,
  ]);
  const { secret } = await makeIntakeKey(portal(), assistant.companyId, { name: 'Gateway' });
  return { assistant, otherKey: secret };
}

const toJson = (role: string, content: string) => JSON.stringify([{ role, content }]);
const toTexts = (turn: number) => ({
  'gen_ai.input.messages': toJson('user', `Question ${turn}`),
  'gen_ai.output.messages': toJson('assistant', `Answer ${turn}`),
});

type Way = (world: World, turn: number) => Promise<void>;

let traces = 0;
/** A turn as a sender of its own reports it: in a trace of its own, with a step of another instrumentation inside. */
const bySpan =
  (scope: string, isOther = false, values: SpanValues = {}): Way =>
  async ({ assistant, otherKey }, turn) => {
    traces += 1;
    const place = { trace: traces, start: 60 * turn, end: 60 * turn + 9 };
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.conversation.id': 'c',
      ...toTexts(turn),
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
      ...values.attributes,
    };
    const outer = toJsonRequest([toJsonSpan({ ...place, span: 1, ...values, attributes })], {}, scope);
    const inner = toJsonRequest([toJsonSpan({ ...place, span: 2, parent: 1, attributes })], {}, 'steps');
    const body = { resourceSpans: [...(values.span === 0 ? [] : outer.resourceSpans), ...inner.resourceSpans] };
    const headers = isOther ? { authorization: `Bearer ${otherKey}` } : undefined;
    const { status } = headers
      ? await portal().call('/otlp/v1/traces', { headers, body })
      : await assistant.post('/otlp/v1/traces', body);
    expect(status).toBe(200);
  };

const byCommit: Way = async ({ assistant }, turn) => {
  const { reservation } = await assistant.ask('Leave', `asked ${turn}`);
  await assistant.commit(reservation, 'c');
};
/** The messages of a turn under ids of the assistant, by a clock that is half a second late. */
const toMessages = (turn: number) =>
  ['Question', 'Answer'].map((word, place) => ({
    id: `${word} of turn ${turn}`,
    date: new Date(testStartMs + 60_000 * turn + 9000 * place + 500).toISOString(),
    isAssistant: place === 1,
    data: [{ type: 'text', value: `${word} ${turn}` }],
  }));
const byRequests: Way = async ({ assistant }, turn) => {
  const requests = Array.from({ length: turn + 1 }, (_, index) => ({ id: `request ${index}` }));
  const messages = requests.flatMap((_, index) => toMessages(index));
  const conversations = [{ id: 'c', date, skill: 'Leave', requests, messages }];
  expect((await assistant.post('/intake/conversations', { conversations })).status).toBe(200);
};
const byJson: Way = async ({ assistant }) => {
  const conversations = [{ id: 'c', date, skill: 'Leave', messages: toMessages(0) }];
  await assistant.post('/intake/conversations', { conversations });
};

const ways: Readonly<Record<string, Way>> = {
  'guide’s span': bySpan('assistant'),
  'Langfuse’s span': bySpan('langfuse-sdk'),
  'span of another key': bySpan('assistant', true),
  commit: byCommit,
  requests: byRequests,
};

function listOrders(names: readonly string[]): string[][] {
  if (names.length < 2) return [[...names]];
  return names.flatMap((first) => listOrders(names.filter((name) => name !== first)).map((rest) => [first, ...rest]));
}

/** Runs are billed once, and their messages, turns and tokens are shown once. */
async function expectOnce(world: World, count: number): Promise<void> {
  const { assistant } = world;
  await expectBilled(world, count);
  const [conversation] = await assistant.rows('conversations');
  expect(conversation).toMatchObject({ messages: 2 * count, tokens: 28 * count });
  expect(conversation?.['turns']).toHaveLength(count);
  const messages = await assistant.rows('messages');
  const texts = messages.map(({ parts }) => (parts as Array<{ value: string }>)[0]?.value);
  expect([texts.length, new Set(texts).size]).toEqual([2 * count, 2 * count]);
  const models = await assistant.rows('model_daily_stats');
  expect(models).toMatchObject([{ turns: count, input_tokens: 20 * count, output_tokens: 8 * count }]);
}

async function expectBilled({ assistant }: World, count: number): Promise<void> {
  expect(await assistant.rows('usage_events')).toHaveLength(count);
  expect(await verifyRollups(portal().database, assistant.companyId)).toEqual([]);
}

const spans = ['guide’s span', 'Langfuse’s span', 'span of another key'];
test.each([
  ...spans.flatMap((one, index) => spans.slice(index + 1).flatMap((other) => listOrders([one, other]))),
  ...['commit', 'requests'].flatMap((other) => listOrders(['guide’s span', 'Langfuse’s span', other])),
  ...listOrders(['guide’s span', 'span of another key', 'commit']),
  spans,
])('two turns reported by %s, then %s %s are two runs, turn by turn and one after the other', async (...names) => {
  const reporting = names.flatMap((name) => ways[name ?? ''] ?? []);
  const byTurn = await open();
  for (const turn of [0, 1]) for (const report of reporting) await report(byTurn, turn);
  await expectOnce(byTurn, 2);
  const byWay = await open();
  for (const report of reporting) for (const turn of [0, 1]) await report(byWay, turn);
  await expectOnce(byWay, 2);
});

test('a conversation without requests is the run that two senders report too', async () => {
  for (const order of listOrders(['json', 'one', 'other'])) {
    const world = await open();
    const report: Record<string, Way> = { json: byJson, one: bySpan('assistant'), other: bySpan('langfuse-sdk') };
    for (const name of order) await report[name]?.(world, 0);
    await expectOnce(world, 1);
  }
});

test('of two senders the one that reports most counts, and ids that they share connect them', async () => {
  const world = await open();
  const [one, other] = [bySpan('assistant'), bySpan('langfuse-sdk')];
  for (const turn of [0, 1, 2]) await one(world, turn);
  await other(world, 1);
  await expectOnce(world, 3);
  for (const turn of [0, 2, 3]) await other(world, turn);
  await expectOnce(world, 4);
  const shared = await open();
  const toReported = (scope: string, id: string) => bySpan(scope, false, { attributes: { 'portal.request.id': id } });
  await toReported('assistant', 'r1')(shared, 0);
  await toReported('langfuse-sdk', 'r1')(shared, 0);
  await toReported('langfuse-sdk', 'r2')(shared, 1);
  await toReported('assistant', 'r3')(shared, 2);
  await expectOnce(shared, 3);
});

test('a run whose outermost span is missing is of the sender whose whole runs have its steps inside', async () => {
  const world = await open();
  await bySpan('assistant')(world, 0);
  await bySpan('assistant', false, { span: 0 })(world, 1);
  portal().clock.advance(settleMs);
  await bySpan('assistant')(world, 2);
  await expectBilled(world, 3);
  for (const turn of [0, 1, 2]) await bySpan('langfuse-sdk')(world, turn);
  await expectOnce(world, 3);
});
