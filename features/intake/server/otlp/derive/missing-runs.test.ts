import { expect, test } from 'vitest';
import type { LoadedFacts } from '../map/span-facts.ts';
import { testStartMs, toSpanId, toTraceId, type SpanValues } from '../testing/json-export.ts';
import { agentRun, loadSpans } from '../testing/loaded-facts.ts';
import { deriveConversations } from './derive-conversations.ts';
import { settleMs } from './place-facts.ts';

const later = new Date(testStartMs + settleMs);
const listReplaced = (facts: readonly LoadedFacts[], now: Date) =>
  [...deriveConversations(facts, [toTraceId(1)], { now }).runs.values()].flat().map(({ replaces }) => replaces);
const derive = (facts: readonly LoadedFacts[], now = later) =>
  deriveConversations(facts, [...new Set(facts.map(({ traceId }) => traceId))], { now }).conversations;

const listRuns = (facts: readonly LoadedFacts[], now = later) =>
  derive(facts, now).flatMap(({ requests = [] }) => requests.map(({ id }) => id));
const toRunId = (span: number, trace = 1) => `${toTraceId(trace)}:${toSpanId(span)}`;
const http = { span: 90, name: 'POST /chat', start: 0, end: 50 };

test.each<[string, SpanValues[], readonly number[]]>([
  ['one of the spans with the same missing parent', [4, 3, 2].map((span) => ({ span, parent: 9, start: span })), [2]],
  [
    'one where spans between are missing too',
    [
      { span: 2, parent: 9, start: 0, end: 9 },
      { span: 3, parent: 2, start: 1, end: 4 },
      { span: 4, parent: 8, start: 2, end: 3 },
      { span: 5, parent: 7, start: 5, end: 6 },
      { span: 6, parent: 5, start: 5, end: 6 },
    ],
    [2],
  ],
  [
    'none beside the root, whatever is missing between them and whenever they began',
    [{ end: 5 }, { span: 2, parent: 8, start: 1 }, { span: 3, parent: 7, start: 20 }],
    [1],
  ],
  [
    'none beside the run during which they began, below a root that is none',
    [
      { parent: 90, end: 5 },
      { span: 2, parent: 8, start: 1 },
      { span: 3, parent: 7, start: 2 },
    ],
    [1],
  ],
  [
    'one between the runs of one root that have arrived',
    [
      { parent: 90, end: 5 },
      { span: 2, parent: 8, start: 10 },
      { span: 3, parent: 7, start: 12 },
      { span: 4, parent: 90, start: 20, end: 25 },
    ],
    [1, 2, 4],
  ],
])('of missing outermost spans: %s', (_, spans, expected) => {
  const isBelowHttp = spans.some(({ parent }) => parent === 90);
  const facts = loadSpans(...(isBelowHttp ? [http] : []), ...spans.map((span) => agentRun([], [], span)));
  expect(listRuns(facts)).toEqual(expected.map((span) => toRunId(span)));
  expect(derive(facts)).toMatchObject([{ turns: expected.map(() => ({})) }]);
  const orders = [facts.toReversed(), [...facts.slice(1), ...facts.slice(0, 1)]];
  for (const order of orders) expect(listRuns(order)).toEqual(expected.map((span) => toRunId(span)));
});

test('of calls alone where they name a skill, or the conversation has runs of the same key', () => {
  const call = (values: SpanValues) => ({
    ...values,
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.conversation.id': 'c-1', ...values.attributes },
  });
  const named = call({ trace: 2, span: 2, parent: 9, attributes: { 'gen_ai.agent.name': 'Leave' } });
  const unnamed = call({ trace: 3, span: 3, parent: 9, start: 9 });
  expect(listRuns(loadSpans(named))).toEqual([toRunId(2, 2)]);
  expect(listRuns(loadSpans(unnamed))).toEqual([]);
  expect(listRuns(loadSpans(agentRun([], []), unnamed))).toEqual([toRunId(1), toRunId(3, 3)]);
  // Its root is a call, so that there is no run around it.
  expect(listRuns(loadSpans({ ...named, parent: undefined as never }))).toEqual([]);
});

test('of a missing outermost span have the better name of whole runs, and of what arrives later', () => {
  const guessed = { 'openinference.span.kind': 'AGENT', 'gen_ai.agent.name': '', 'gen_ai.conversation.id': 'c-1' };
  const step = agentRun([], [], { trace: 2, name: 'step 1', parent: 9, start: 60, attributes: guessed });
  const listSkills = (facts: readonly LoadedFacts[], now: Date) =>
    derive(facts, now).flatMap(({ requests = [] }) => requests.map(({ skill }) => skill));
  expect(listSkills(loadSpans(step), later)).toEqual(['step 1']);
  expect(listSkills(loadSpans(agentRun([], []), step), later)).toEqual(['Leave', 'Leave']);
});

test('replace what was reported before the outermost span arrived', () => {
  const inner = loadSpans(
    agentRun([], [], { span: 2, parent: 1 }),
    agentRun([], [], { span: 3, parent: 1, attributes: { 'portal.request.id': 'r-1' } }),
  );
  const outer = loadSpans(agentRun([], [])).map((fact) => ({ ...fact, receivedMs: later.getTime() }));
  const ids = [toRunId(2), toRunId(3), 'r-1', toRunId(1)];
  expect(listReplaced([...inner, ...outer], later)).toEqual([ids]);
  expect(listReplaced([...inner, ...loadSpans(agentRun([], []))], new Date(testStartMs))).toEqual([[]]);
});
