import { describe, expect, test } from 'vitest';
import { IntakeConversation as Schema } from '#features/intake/contract/intake.ts';
import { readSpans } from '../decode/otlp-records.ts';
import type { LoadedFacts } from '../map/span-facts.ts';
import { toSpanFacts } from '../map/to-facts.ts';
import { agentRun } from '../testing/loaded-facts.ts';
import { testStartMs, toJsonRequest, toJsonSpan, type SpanValues } from '../testing/json-export.ts';
import { deriveConversations } from './derive-conversations.ts';

function load(scope: string, ...spans: readonly SpanValues[]): LoadedFacts[] {
  const { records } = readSpans(toJsonRequest(spans.map(toJsonSpan), {}, scope), {
    earliestMs: Date.UTC(2010, 0, 1),
    latestMs: Infinity,
  });
  return records.map((record) => ({
    ...toSpanFacts(record),
    receivedMs: testStartMs,
    countedAs: null,
    intakeKeyId: 'key',
  }));
}

function derive(facts: readonly LoadedFacts[], scopes?: ReadonlyMap<string, string>) {
  const traces = [...new Set(facts.map(({ traceId }) => traceId))];
  const now = new Date(testStartMs + 1000);
  const { conversations, withdrawn } = deriveConversations(facts, traces, { now, ...(scopes && { scopes }) });
  const { messages = [], turns = [], apiCalls, requests } = Schema.parse(conversations[0]);
  expect(conversations).toHaveLength(1);
  return {
    withdrawn,
    ids: messages.map(({ id }) => id),
    texts: messages.map(({ data }) => data.map((part) => ('value' in part ? part.value : part.type)).join()),
    turns: turns.map(({ model, inputTokens, outputTokens, tools = [] }) => [
      model,
      inputTokens,
      outputTokens,
      ...tools.map(({ name }) => name),
    ]),
    apiCalls,
    requests: requests?.length,
  };
}

const usage = (input = 20, output = 8) => ({
  'gen_ai.request.model': 'gpt-4o-mini',
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
});
const call = (values: SpanValues, attributes = {}): SpanValues => ({
  ...values,
  attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.conversation.id': 'c-1', ...usage(), ...attributes },
});
const tool = (values: SpanValues): SpanValues => ({
  ...values,
  attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance', ...values.attributes },
});
const turn = (number: number, values: SpanValues = {}, texts = [`Q${number}`, `A${number}`]): SpanValues =>
  agentRun(
    texts[0] === undefined ? [] : [['user', texts[0]]],
    texts[1] === undefined ? [] : [['assistant', texts[1]]],
    {
      trace: number,
      span: number,
      start: 60 * number,
      end: 60 * number + 9,
      ...values,
      attributes: { ...usage(), ...values.attributes },
    },
  );
const one = ['gpt-4o-mini', 20, 8];

describe('one call that a framework and the SDK of its provider report', () => {
  test.each<[string, SpanValues, SpanValues]>([
    ['inside each other', { span: 2, parent: 1 }, { span: 3, parent: 2 }],
    ['beside each other', { span: 2, parent: 1 }, { span: 3, parent: 1 }],
  ])('%s counts once', (_, framework, sdk) => {
    const facts = [
      ...load('assistant', agentRun([['user', 'Q']], [['assistant', 'A']], { end: 9 })),
      ...load('framework', call({ ...framework, start: 1, end: 4 }), call({ span: 5, parent: 1, start: 5, end: 8 })),
      ...load('sdk', call({ ...sdk, start: 1, end: 4 }), call({ span: 6, parent: 1, start: 5, end: 8 })),
    ];
    expect(derive(facts)).toMatchObject({ texts: ['Q', 'A'], turns: [['gpt-4o-mini', 40, 16]], requests: 1 });
  });

  test('two calls of one instrumentation at the same time, and calls of two models, are two', () => {
    const inside = { parent: 1, start: 1, end: 4 };
    const facts = [
      ...load('assistant', agentRun([['user', 'Q']], [], { end: 9 })),
      ...load('sdk', call({ ...inside, span: 2 }), call({ ...inside, span: 3 })),
      ...load('other', call({ ...inside, span: 4 }, { 'gen_ai.request.model': 'claude' })),
    ];
    expect(derive(facts).turns).toEqual([['claude', 60, 24]]);
  });

  test('a call of a tool that two report counts once, and two calls of it twice', () => {
    const facts = [
      ...load('assistant', agentRun([['user', 'Q']], [], { end: 9, attributes: usage() })),
      ...load(
        'framework',
        tool({ span: 2, parent: 1, start: 1, end: 3 }),
        tool({ span: 3, parent: 1, start: 4, end: 6 }),
      ),
      ...load('mcp', tool({ span: 4, parent: 2, start: 1, end: 3 }), tool({ span: 5, parent: 3, start: 4, end: 6 })),
    ];
    expect(derive(facts)).toMatchObject({ apiCalls: 2, turns: [[...one, 'balance', 'balance']] });
  });

  test('a gateway that reports it in a trace of its own adds nothing', () => {
    const own = load('assistant', turn(1), call({ trace: 1, span: 2, parent: 1, start: 61, end: 68 }));
    const asked = { 'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: 'Context … Q1' }]) };
    const gateway = load('gateway', call({ trace: 9, span: 9, start: 62, end: 67 }, asked));
    expect(derive([...own, ...gateway])).toMatchObject({ texts: ['Q1', 'A1'], turns: [one], requests: 1 });
  });

  test('a gateway alone knows the tokens', () => {
    const own = load('assistant', turn(1, { attributes: {} }));
    const without = own.map((fact) => ({ ...fact, facts: { ...fact.facts, measured: {} } }));
    const gateway = load('gateway', call({ trace: 9, span: 9, start: 62, end: 67 }));
    expect(derive([...without, ...gateway])).toMatchObject({ turns: [one], requests: 1 });
  });
});

describe('one run that two senders report', () => {
  const twoTurns = (scope: string, values: SpanValues = {}, offset = 100) =>
    [1, 2].flatMap((number) => load(scope, { ...turn(number, values), trace: number + offset, span: number + offset }));

  test('is shown once in every order, and what was derived of either is withdrawn', () => {
    const [first, second] = [twoTurns('assistant', {}, 0), twoTurns('langfuse')];
    const both = derive([...first, ...second]);
    expect(both).toMatchObject({ texts: ['Q1', 'A1', 'Q2', 'A2'], turns: [one, one], requests: 4 });
    expect(derive([...second, ...first].toReversed())).toEqual(both);
    const before = [...derive(first).ids, ...derive(second).ids];
    const shown = new Set(both.ids);
    const withdrawn = new Set(both.withdrawn.map(({ id }) => id));
    expect(before.every((id) => shown.has(id) !== withdrawn.has(id))).toBe(true);
  });

  test('with another text of the question, at the same time', () => {
    const gateway = load('gateway', turn(1, { trace: 9, span: 9 }, ['Answer this: Q1', 'A1!']));
    const { texts, turns, withdrawn } = derive([...load('assistant', turn(1, { end: 70 })), ...gateway]);
    expect([texts, turns]).toEqual([['Q1', 'A1'], [one]]);
    expect(withdrawn.length).toBe(2);
  });

  test('by clocks that differ, with the same question', () => {
    const late = load('gateway', turn(1, { trace: 9, span: 9, start: 200, end: 209 }));
    expect(derive([...load('assistant', turn(1)), ...late])).toMatchObject({ texts: ['Q1', 'A1'], turns: [one] });
  });

  test('with questions from one and answers from the other', () => {
    const asked = load('assistant', turn(1, {}, ['Q1']));
    const answered = load('gateway', turn(1, { trace: 9, span: 9 }, [undefined as never, 'A1']));
    expect(derive([...asked, ...answered])).toMatchObject({ texts: ['Q1', 'A1'], turns: [one] });
  });

  test('with the history of all turns by one of them', () => {
    const history = agentRun(
      [
        ['user', 'Q1'],
        ['assistant', 'A1'],
        ['user', 'Q2'],
      ],
      [['assistant', 'A2']],
      { trace: 12, span: 12, start: 121, end: 128, attributes: usage() },
    );
    const other = [...load('langfuse', turn(1, { trace: 11, span: 11 })), ...load('langfuse', history)];
    expect(derive([...twoTurns('assistant', {}, 0), ...other])).toMatchObject({
      texts: ['Q1', 'A1', 'Q2', 'A2'],
      turns: [one, one],
    });
  });

  test('under names of one skill, which the company has mapped', () => {
    const other = { attributes: { 'gen_ai.agent.name': 'travel_expenses' } };
    const facts = [...twoTurns('assistant', {}, 0), ...twoTurns('langfuse', other)];
    const scopes = new Map([
      ['leave', 's-1'],
      ['travel_expenses', 's-1'],
    ]);
    expect(derive(facts, scopes).turns).toEqual([one, one]);
    expect(derive(facts).turns).toHaveLength(4);
  });

  test('turns of which each is reported by one alone are all shown, also where they say the same', () => {
    const facts = [
      ...load('assistant', turn(1), turn(3, {}, ['Q1', 'A1'])),
      ...load('gateway', turn(1, { trace: 11, span: 11 }), turn(2, { trace: 12, span: 12 })),
    ];
    expect(derive(facts)).toMatchObject({ texts: ['Q1', 'A1', 'Q2', 'A2', 'Q1', 'A1'], turns: [one, one, one] });
  });

  test('two senders that share an id share all of them', () => {
    const named = (id: string) => ({ attributes: { 'portal.request.id': id } });
    const facts = [
      ...load('assistant', turn(1, named('r1')), turn(2, named('r2'), ['Yes', 'Done'])),
      ...load('gateway', turn(1, { ...named('r1'), trace: 11, span: 11 })),
      ...load('gateway', turn(2, { ...named('r3'), trace: 12, span: 12, start: 122, end: 129 }, ['Yes', 'Done'])),
    ];
    expect(derive(facts)).toMatchObject({ turns: [one, one, one], requests: 4 });
  });

  test('turns of one sender are never taken for each other', () => {
    const facts = load('assistant', turn(1), turn(2, { start: 60, end: 69 }, ['Q1', 'A1']));
    expect(derive(facts).turns).toEqual([one, one]);
  });
});
