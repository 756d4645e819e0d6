import { beforeEach, describe, expect, test } from 'vitest';
import type { Turn } from '#features/intake/contract/intake.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { settleMs } from './derive/place-facts.ts';
import type { SpanFacts } from './map/span-facts.ts';
import { readRecorded, sendRecorded } from './testing/recorded-clients.ts';
import { recordedScenarios } from './testing/recorded-scenarios.ts';
import { listExpected, type ExpectedConversation } from './testing/recorded-scenario.ts';
import { makeSender, readStored } from './testing/stored.ts';

const portal = useTestPortal();
let companyId: string;
let key: string;

beforeEach(async () => {
  ({ companyId, key } = await makeSender(portal()));
  const recordedUntilMs = Date.UTC(2026, 10, 27);
  portal().clock.advance(Math.max(0, recordedUntilMs - portal().clock.now().getTime()));
});

/** Sends the recorded exports. Their last one comes again when no missing parent is awaited any more. */
async function replay(client: string): Promise<void> {
  const exports = await readRecorded(client);
  const answers = await sendRecorded(portal().url, key, exports);
  // An empty answer is one without a rejection.
  expect(answers.map(({ status, text }) => [status, text.replace('{}', '')])).toEqual(exports.map(() => [200, '']));
  portal().clock.advance(settleMs);
  await sendRecorded(portal().url, key, exports.slice(-1));
}

async function listConversations(): Promise<ExpectedConversation[]> {
  const stored = await readStored(portal(), companyId);
  return stored.map(({ id, user, skill, status, texts, apiCalls, requests }) => ({
    id,
    user,
    skill,
    status,
    // The scenario makes its text unique by the time of the recording.
    texts: texts.map((text) => text.replace(/(RATE once).*/, '$1')),
    tools: apiCalls,
    runs: requests.length,
  }));
}

describe.each(recordedScenarios)('$client', (client) => {
  test('arrives as conversations with people, skill, messages in order, tools, status and runs', async () => {
    await replay(client.client);
    expect(await listConversations()).toEqual(listExpected(client));
  });
});

test('the Responses API arrives with its texts, also streamed', async () => {
  await replay('otel-js-openai-0.22-responses');
  expect(await listConversations()).toEqual([
    {
      id: 'or-1',
      user: 'email:annika.berg@acme.example id:annika.berg@acme.example',
      skill: 'Leave bot otel',
      status: 'Completed',
      texts: ['Hello there', 'Answer to: Hello there', 'Tell me more please', 'Answer to: Tell me more please'],
      tools: 0,
      runs: 2,
    },
  ]);
});

test('OpenTelemetry JS without own spans arrives turn by turn, each history in order', async () => {
  // Each call of the model is a trace of its own, and no attribute names a conversation, a person or a skill.
  await replay('otel-js-openai-zero-code');
  const conversations = await listConversations();
  const hello = ['Hello there', 'Answer to: Hello there', 'What is my leave balance?'];
  const balance = [...hello, 'You have 12 days left (re: What is my leave balance?).'];
  expect(conversations.map(({ texts }) => texts)).toEqual([
    hello.slice(0, 2),
    hello,
    balance,
    [...balance, 'Tell me more please', 'Answer to: Tell me more please'],
    ['BOOM now'],
    ['RATE once', 'Answer to: RATE once'],
    ['RATE once', 'Answer to: RATE once', 'RATEALWAYS'],
    ['TOOLERR in balance'],
  ]);
  expect(conversations.map(({ status }) => status === 'Error')).toEqual(
    [false, false, false, false, true, false, true, false], // 500 and 429
  );
  expect(conversations.every(({ id, user, skill }) => id.startsWith('ungrouped:') && !user && !skill)).toBe(true);
});

async function listFacts(): Promise<SpanFacts[]> {
  const rows = await portal().database.withLedger(companyId, (tx) =>
    runSql<{ facts: SpanFacts }>(tx, 'select facts from spans order by started_at, span_id'),
  );
  return rows.map(({ facts }) => facts);
}

const isKnown = (value: unknown) => value !== undefined && value !== null;

test.each([
  ['vercel-ai-5', 'The server had an error'],
  ['vercel-ai-7', 'Failed after 2 attempts. Last error: AI_APICallError: The server had an error'],
  ['langfuse-js-5', 'Error: 500 The server had an error'],
  ['langgraph-openinference', '500 The server had an error'],
  ['mastra-1.71', 'The server had an error'],
  [
    'otel-python-openai-events',
    "Error code: 500 - {'error': {'message': 'The server had an error', 'type': 'server_error', 'code': '500'}}",
  ],
  [
    'openllmetry-python',
    "Error code: 500 - {'error': {'message': 'The server had an error', 'type': 'server_error', 'code': '500'}}",
  ],
])('what %s says of model, tokens, errors and tools is kept with its spans', async (client, error) => {
  await replay(client);
  const measured = (await listFacts()).flatMap((facts) => (facts.measured ? [{ ...facts.measured, ...facts }] : []));
  const calls = measured.filter(({ operation }) => operation === 'chat');
  expect([...new Set(calls.flatMap(({ model }) => model ?? []))]).toEqual(['gpt-4o-mini']);
  const answered = calls.filter(({ isError, inputTokens }) => !isError && isKnown(inputTokens));
  expect(answered.length).toBeGreaterThanOrEqual(5);
  expect(new Set(answered.map(({ inputTokens, outputTokens }) => `${inputTokens} ${outputTokens}`))).toContain('20 8');
  expect(measured.some((each) => each['error']?.startsWith(error))).toBe(true);
  expect(new Set(measured.flatMap(({ tool }) => tool ?? []))).toEqual(new Set(['get_leave_balance']));
});

interface StoredTurns {
  readonly id: string;
  readonly failure: string | null;
  readonly turns: readonly Turn[];
}

test.each([
  ['vercel-ai-5', 'Failed after 2 attempts. Last error: The server had an error'],
  ['vercel-ai-7', 'Failed after 2 attempts. Last error: AI_APICallError: The server had an error'],
  ['langfuse-js-5', '500 The server had an error'],
  ['langgraph-openinference', '500 The server had an error'],
  ['otel-js-openai-own-spans', '500'],
  ['otel-python-openai-latest', 'InternalServerError'],
  ['otel-python-openai-events', 'InternalServerError'],
  ['openllmetry-python', 'InternalServerError'],
  ['mastra-1.71', 'The server had an error'],
  ['openai-agents-js-0.20', 'Error in agent run: {"error":"Error: 500 The server had an error"}'],
  ['voltagent-2.10', 'AI_APICallError'],
  ['genkit-1.42', 'INTERNAL: 500 The server had an error'],
])('the turns of %s have model, tokens, tools and errors', async (client, failure) => {
  await replay(client);
  const [first, second, , fourth] = await portal().database.withLedger(companyId, (tx) =>
    runSql<StoredTurns>(tx, 'select external_id as id, failure, turns from conversations order by started_at'),
  );
  expect(
    first?.turns.map(({ model, inputTokens, outputTokens, tools = [] }) => [
      model,
      inputTokens,
      outputTokens,
      ...tools.map(({ name }) => name),
    ]),
  ).toEqual([
    ['gpt-4o-mini', 20, 8],
    ['gpt-4o-mini', 40, 16, 'get_leave_balance'],
    ['gpt-4o-mini', 20, 8],
  ]);
  expect(first?.turns.every(({ durationMs = -1 }) => durationMs >= 0)).toBe(true);
  expect([first?.failure, second?.failure]).toEqual([null, failure]);
  expect(fourth?.turns[0]?.tools?.[0]?.error).toContain('HR system is down');
});

test('exports that come again, one by one and in the other order, change nothing', async () => {
  for (const client of ['otel-js-openai-own-spans', 'traceloop-js', 'mastra-1.71']) {
    await replay(client);
    const first = await readStored(portal(), companyId);
    await sendRecorded(portal().url, key, (await readRecorded(client)).toReversed());
    expect(await readStored(portal(), companyId)).toEqual(first);
  }
});
