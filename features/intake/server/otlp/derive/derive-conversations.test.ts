import { describe, expect, test } from 'vitest';
import { IntakeConversation as Schema, type IntakeConversation } from '#features/intake/contract/intake.ts';
import { deriveConversations } from './derive-conversations.ts';
import { settleMs } from './place-facts.ts';
import type { LoadedFacts } from '../map/span-facts.ts';
import { testStartMs, toSpanId, toTraceId, type SpanValues } from '../testing/json-export.ts';
import { agentRun, loadSpans } from '../testing/loaded-facts.ts';

const soon = new Date(testStartMs + 1000);
const later = new Date(testStartMs + settleMs);

function derive(facts: readonly LoadedFacts[], now = soon) {
  return deriveConversations(facts, [...new Set(facts.map(({ traceId }) => traceId))], { now: now });
}

function deriveOne(...spans: readonly SpanValues[]): IntakeConversation {
  const { conversations } = derive(loadSpans(...spans));
  expect(conversations).toHaveLength(1);
  const [conversation] = conversations;
  return Schema.parse(conversation);
}

const listTexts = ({ messages = [] }: IntakeConversation) =>
  messages.map(({ data }) => data.map((part) => (part.type === 'text' ? part.value : part.type)).join());

const tool = (values: SpanValues): SpanValues => ({
  ...values,
  attributes: { 'gen_ai.operation.name': 'execute_tool', ...values.attributes },
});

describe('status', () => {
  const run = agentRun([['user', 'Hi']], [['assistant', 'Hello']]);
  const failing = tool({ span: 2, parent: 1, start: 1, attributes: { 'error.type': 'timeout' } });
  const escalated = { name: 'gen_ai.evaluation.result', attributes: { 'gen_ai.evaluation.score.label': 'escalated' } };
  test.each<[string, SpanValues[]]>([
    ['Completed', [run]],
    ['Completed', [run, failing, tool({ span: 3, parent: 1, start: 2 })]],
    ['Processing', [{ ...run, end: null }]],
    ['Processing', [{ ...run, parent: 9 }]],
    ['Processing', [run, agentRun([], [], { trace: 2, start: 60, end: null })]],
    ['Error', [{ ...run, isError: true }, failing]],
    ['Failed', [run, failing]],
    ['Escaped', [{ ...run, events: [escalated] }]],
    ['Escaped', [agentRun([], [], { attributes: { 'portal.status': 'Escaped' } }), failing]],
  ])('%s', (status, spans) => {
    expect(deriveOne(...spans).status).toBe(status);
  });
});

describe('the conversation', () => {
  test('is named by a single span of the trace', () => {
    const { conversations } = derive(loadSpans({ span: 1 }, agentRun([], [], { span: 2, parent: 1, start: 1 })));
    expect(conversations).toMatchObject([{ id: 'c-1', date: '2026-10-05T08:00:00.000Z' }]);
  });

  test('of an agent includes the agents inside it', () => {
    const inner = agentRun([], [], { span: 2, parent: 1, attributes: { 'gen_ai.conversation.id': 'c-2' } });
    expect(deriveOne(agentRun([], []), inner).id).toBe('c-1');
  });

  test('is one of several below a root without a conversation id', () => {
    const inner = agentRun([], [], { span: 3, parent: 1, start: 2, attributes: { 'gen_ai.conversation.id': 'c-2' } });
    const { conversations } = derive(loadSpans({ span: 1 }, agentRun([], [], { span: 2, parent: 1 }), inner));
    expect(conversations.map(({ id }) => id)).toEqual(['c-1', 'c-2']);
  });

  test('is the trace itself where no id is named and the root has ended', () => {
    const chat = { attributes: { 'gen_ai.operation.name': 'chat' } };
    expect(deriveOne(chat)).toMatchObject({ id: `ungrouped:${toTraceId(1)}`, requests: [], messages: [] });
    expect(derive(loadSpans({ ...chat, parent: 9 })).conversations).toEqual([]);
    expect(derive(loadSpans({ ...chat, parent: 9 }), later).conversations).toMatchObject([{ status: 'Completed' }]);
  });

  test('is missing where no span describes an assistant', () => {
    expect(derive(loadSpans({ attributes: { 'session.id': 's-1', 'user.id': '7' } }))).toMatchObject({
      conversations: [],
      counted: [{ conversation: null, dueMs: null }],
    });
  });

  test('makes the ungrouped one obsolete as soon as a span names it', () => {
    const facts = loadSpans(
      { attributes: { 'gen_ai.operation.name': 'chat' } },
      agentRun([], [], { span: 2, parent: 1 }),
    );
    const counted = facts.map((fact) => ({ ...fact, countedAs: 'ungrouped:1' }));
    expect([...derive(counted).obsolete]).toEqual([['ungrouped:1', 'c-1']]);
  });
});

describe('usage events', () => {
  const runId = `${toTraceId(1)}:${toSpanId(1)}`;

  test('one for the outermost run, with the skill of the best rank', () => {
    const inner = agentRun([], [], { span: 2, parent: 1 });
    const skill = tool({ span: 3, parent: 2, attributes: { 'gen_ai.skill.name': 'Balance' } });
    expect(deriveOne(agentRun([], []), inner, skill)).toMatchObject({
      skill: 'Balance',
      requests: [{ id: runId, skill: 'Balance', date: '2026-10-05T08:00:00.000Z' }],
    });
  });

  test('also for a run below a span of another program', () => {
    const { requests } = deriveOne({ span: 9 }, agentRun([], [], { parent: 9 }));
    expect(requests).toMatchObject([{ id: runId }]);
  });

  test('none before the root has arrived, because the run may be inside another', () => {
    const orphan = loadSpans(agentRun([], [], { parent: 9 }));
    expect(derive(orphan).conversations).toMatchObject([{ requests: [] }]);
    expect(derive(orphan).counted).toMatchObject([{ dueMs: later.getTime() }]);
    expect(derive(orphan, later).conversations).toMatchObject([{ requests: [{ id: runId }], status: 'Completed' }]);
    expect(derive(orphan, later).counted).toMatchObject([{ dueMs: null }]);
  });

  test('none without a skill', () => {
    expect(deriveOne({ attributes: { 'gen_ai.operation.name': 'invoke_agent' } }).requests).toEqual([]);
  });
});

describe('messages', () => {
  test('of what a program was given and gave back, where nothing inside says more', () => {
    const workflow: SpanValues = {
      attributes: {
        'traceloop.workflow.name': 'Leave',
        'traceloop.span.kind': 'workflow',
        'traceloop.association.properties.session_id': 'c-1',
        'traceloop.entity.input': '{"args":["Days?","7"],"kwargs":{}}',
        'traceloop.entity.output': '"Twelve"',
      },
    };
    const step: SpanValues = {
      span: 2,
      parent: 1,
      attributes: { 'traceloop.span.kind': 'task', 'traceloop.entity.output': '{"days":12}' },
    };
    expect(listTexts(deriveOne(workflow, step))).toEqual(['Days?', 'Twelve']);
    const call = agentRun([['user', 'How many days?']], [['assistant', 'Twelve days']], { span: 3, parent: 1 });
    const chat = { ...call, attributes: { ...call.attributes, 'gen_ai.operation.name': 'chat' } };
    expect(listTexts(deriveOne(workflow, step, chat))).toEqual(['How many days?', 'Twelve days']);
  });

  const first = agentRun([['user', 'Hi']], [['assistant', 'Hello']]);

  test('of two turns of which the second repeats the history', () => {
    const history = [
      ['user', 'Hi'],
      ['assistant', 'Hello'],
      ['user', 'Days?'],
    ] as const;
    const second = agentRun(history, [['assistant', 'Twelve']], { trace: 2, start: 60 });
    expect(listTexts(deriveOne(first, second))).toEqual(['Hi', 'Hello', 'Days?', 'Twelve']);
  });

  test('of two turns without history with the same text', () => {
    const second = agentRun([['user', 'Hi']], [['assistant', 'Hello']], { trace: 2, start: 60 });
    expect(listTexts(deriveOne(first, second))).toEqual(['Hi', 'Hello', 'Hi', 'Hello']);
  });

  test('of a history that was shortened at its start or edited in the middle', () => {
    const known = agentRun([['user', 'A']], [['assistant', 'B']]);
    const shortened = agentRun(
      [
        ['assistant', 'B'],
        ['user', 'C'],
      ],
      [['assistant', 'D']],
      { trace: 2, start: 60 },
    );
    const edited = [
      ['user', 'A'],
      ['user', 'C'],
      ['assistant', 'D'],
      ['user', 'E'],
    ] as const;
    const third = agentRun(edited, [['assistant', 'F']], { trace: 3, start: 120 });
    expect(listTexts(deriveOne(known, shortened, third))).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  });

  test('leave out those between the spans inside an agent', () => {
    const chat = agentRun([['user', 'Prompt']], [['assistant', 'Draft']], {
      span: 2,
      parent: 1,
      attributes: { 'gen_ai.operation.name': 'chat' },
    });
    expect(listTexts(deriveOne(first, chat))).toEqual(['Hi', 'Hello']);
  });

  test('come from the model calls, each once, where the run has none', () => {
    const inside = { parent: 1, attributes: { 'gen_ai.operation.name': 'chat' } };
    const asking = agentRun([['user', 'Hi']], [['assistant', 'Let me look.']], { ...inside, span: 2 });
    const history = [
      ['user', 'Hi'],
      ['assistant', 'Let me look.'],
      ['tool', '12'],
    ] as const;
    const answering = agentRun(history, [['assistant', 'Twelve']], { ...inside, span: 3, start: 2 });
    expect(listTexts(deriveOne(agentRun([], [], { end: 5 }), asking, answering))).toEqual([
      'Hi',
      'Let me look.',
      'Twelve',
    ]);
  });

  test('of model calls with a trace each', () => {
    const chat = { attributes: { 'gen_ai.operation.name': 'chat' } };
    const one = agentRun([['user', 'Hi']], [], { ...chat });
    const two = agentRun(
      [
        ['user', 'Hi'],
        ['tool', '12'],
      ],
      [['assistant', 'Twelve']],
      { ...chat, trace: 2, start: 2 },
    );
    expect(listTexts(deriveOne(one, two))).toEqual(['Hi', 'Twelve']);
  });

  test('are the same, with the same ids, in every order of arrival', () => {
    const history = [
      ['user', 'Hi'],
      ['assistant', 'Hello'],
      ['user', 'Hi'],
    ] as const;
    const facts = loadSpans(
      first,
      tool({ span: 2, parent: 1 }),
      agentRun(history, [['assistant', 'Hello']], { trace: 2, start: 60 }),
    );
    const forwards = derive(facts).conversations;
    expect(derive(facts.toReversed()).conversations).toEqual(forwards);
    const ids = forwards.flatMap(({ messages = [] }) => messages.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
    const alone = derive(loadSpans(agentRun(history, [['assistant', 'Hello']], { trace: 2, start: 60 }))).conversations;
    expect(alone.flatMap(({ messages = [] }) => messages.map(({ id }) => id))).toEqual(ids);
  });
});

test('accepts a cycle of spans', () => {
  const facts = loadSpans(agentRun([], [], { span: 1, parent: 2 }), agentRun([], [], { span: 2, parent: 1 }));
  expect(derive(facts).conversations).toMatchObject([{ id: 'c-1', status: 'Processing' }]);
});

/* Nothing here may recurse over a trace; the long limit is only for machines that are busy otherwise. */
test('accepts a trace of 9,999 nested spans', () => {
  const spans = Array.from({ length: 9999 }, (_, index) => ({
    span: index + 1,
    ...(index > 0 ? { parent: index } : {}),
  }));
  const { conversations } = derive(loadSpans(...spans, agentRun([], [], { span: 60_000, parent: 9999 })));
  expect(conversations).toMatchObject([{ id: 'c-1', requests: [{}] }]);
});

test.each([
  [1, 2, 3],
  [3, 2, 1],
  [2, 3, 1],
])('turns that begin in one millisecond keep their order, whatever their ids (%i, %i, %i)', (...spans) => {
  const said = [
    ['user', 'q0'],
    ['assistant', 'a0'],
    ['user', 'q1'],
    ['assistant', 'a1'],
    ['user', 'q2'],
    ['assistant', 'a2'],
  ] as const;
  const turns = spans.map((span, turn) =>
    agentRun(said.slice(0, 2 * turn + 1), [said[2 * turn + 1] ?? said[0]], {
      trace: span,
      span,
      end: 0,
      isError: turn === 2,
    }),
  );
  const conversation = deriveOne(...turns);
  expect(listTexts(conversation)).toEqual(['q0', 'a0', 'q1', 'a1', 'q2', 'a2']);
  expect(conversation.status).toBe('Error');
});

test('a turn that begins in the millisecond in which the last one ends comes after its answer', () => {
  const first = agentRun([['user', 'q0']], [['assistant', 'a0']], { trace: 2, span: 2, start: 0, end: 10 });
  const next = agentRun([['user', 'q1']], [], { trace: 1, span: 1, start: 10, end: 20 });
  expect(listTexts(deriveOne(first, next))).toEqual(['q0', 'a0', 'q1']);
});
