import { expect, test } from 'vitest';
import { getFacts, listTexts, text } from '../../testing/read-facts.ts';

const exception = { name: 'exception', attributes: { 'exception.type': 'Error', 'exception.message': '500 no model' } };

test('LangSmith: the outermost span is the run, and an exception is an error although the status is OK', () => {
  const root = getFacts({
    name: 'Leave',
    attributes: {
      'langsmith.is_root': true,
      'langsmith.span.kind': 'chain',
      'langsmith.trace.name': 'Leave',
      'langsmith.metadata.thread_id': 't-1',
      'langsmith.metadata.user_id': '7',
      'gen_ai.operation.name': 'chain',
      'gen_ai.prompt': '{"input":"How many?"}',
      'gen_ai.completion': '{"outputs":"Twelve."}',
    },
    events: [exception],
  });
  expect(root).toMatchObject({
    operation: 'invoke_workflow',
    conversation: { text: 't-1' },
    skill: { text: 'Leave' },
    user: { id: '7' },
    isError: true,
    measured: { error: '500 no model' },
  });
  expect(listTexts(root.inputs)).toEqual([['user', text('How many?')]]);
  expect(listTexts(root.outputs)).toEqual([['assistant', text('Twelve.')]]);
});

test('LangSmith: an outermost call of the model is a run only under a name of the program', () => {
  const attributes = { 'langsmith.is_root': true, 'langsmith.span.kind': 'llm', 'langsmith.trace.name': 'ChatOpenAI' };
  expect(getFacts({ name: 'Leave', attributes })).toMatchObject({
    operation: 'invoke_agent',
    skill: { text: 'Leave' },
  });
  expect(getFacts({ name: 'ChatOpenAI', attributes })).toMatchObject({ operation: 'chat', skill: null });
  expect(getFacts({ parent: 9, name: 'x', attributes: { 'langsmith.span.kind': 'chain' } }).skill).toBeNull();
});

test('LangWatch: texts are word for word, and tokens stand in JSON', () => {
  const facts = getFacts({
    name: 'Leave',
    attributes: {
      'langwatch.span.type': 'agent',
      'langwatch.thread.id': 't-1',
      'langwatch.user.id': '7',
      'langwatch.input': '{"type":"chat_messages","value":[{"role":"user","content":"How many?"}]}',
      'langwatch.output': '{"type":"text","value":"{\\"days\\":12}"}',
      'langwatch.metrics': '{"type":"json","value":{"promptTokens":20,"completionTokens":8,"cost":0.01}}',
    },
  });
  expect(facts).toMatchObject({
    isRelevant: true,
    operation: 'invoke_agent',
    conversation: { text: 't-1' },
    skill: { text: 'Leave' },
    user: { id: '7' },
    measured: { inputTokens: 20, outputTokens: 8, cost: '0.01' },
  });
  expect(listTexts(facts.inputs)).toEqual([['user', text('How many?')]]);
  expect(listTexts(facts.outputs)).toEqual([['assistant', text('{"days":12}')]]);
});

test('Laminar: the outermost span is the run, whose arguments are messages where nothing else is', () => {
  const common = { 'lmnr.span.path': ['Leave'], 'lmnr.association.properties.session_id': 's-1' };
  const root = getFacts({
    name: 'Leave',
    attributes: { ...common, 'lmnr.span.input': '["How many?","7"]', 'lmnr.span.output': '"Twelve."' },
  });
  expect(root).toMatchObject({
    operation: 'invoke_workflow',
    conversation: { text: 's-1' },
    skill: { text: 'Leave' },
    inputs: [],
    outputs: [],
  });
  expect(listTexts(root.vague?.inputs ?? [])).toEqual([['user', text('How many?')]]);
  expect(listTexts(root.vague?.outputs ?? [])).toEqual([['assistant', text('Twelve.')]]);
  const tool = getFacts({ parent: 9, name: 'balance', attributes: { ...common, 'lmnr.span.type': 'TOOL' } });
  expect(tool).toMatchObject({ operation: 'execute_tool', measured: { tool: 'balance' } });
  const call = getFacts({ parent: 9, attributes: { ...common, 'lmnr.span.type': 'LLM' }, events: [exception] });
  expect(call).toMatchObject({ operation: 'chat', isError: true });
});

test.each([
  ['success', { operation: 'execute_tool', isError: false, measured: { tool: 'getBalance' } }],
  ['error', { operation: 'execute_tool', isError: true, measured: { tool: 'getBalance', error: 'HR is down' } }],
  ['start', { operation: 'processor_run' }],
  ['finish', { operation: 'processor_run' }],
])('BeeAI: of the events of a tool, %s', (event, expected) => {
  const attributes = {
    target: `tool.dynamic.getBalance.${event}`,
    'openinference.span.kind': 'TOOL',
    ...(event === 'error' && { 'exception.type': 'Error', 'exception.message': 'HR is down' }),
  };
  expect(getFacts({ name: `tool.dynamic.getBalance.${event}-1`, attributes })).toMatchObject(expected);
});

test('BeeAI: the events of an agent are of the run that its outermost span names', () => {
  const attributes = { target: 'agent.toolCalling.start', 'openinference.span.kind': 'AGENT' };
  expect(getFacts({ name: 'agent.toolCalling.start-1', attributes })).toMatchObject({
    skill: { text: 'beeai-framework-main' },
  });
});

test('OpenLLMetry: the arguments of a function are messages where nothing else is', () => {
  const read = (input: string) =>
    listTexts(
      getFacts({ attributes: { 'traceloop.span.kind': 'workflow', 'traceloop.entity.input': input } }).vague?.inputs ??
        [],
    );
  expect(read('{"args":["How many?"],"kwargs":{}}')).toEqual([['user', text('How many?')]]);
  expect(read('{"args":[{"question":"How many?"}],"kwargs":{}}')).toEqual([['user', text('How many?')]]);
  expect(read('{"args":[],"kwargs":{"question":"How many?"}}')).toEqual([['user', text('How many?')]]);
  expect(read('{"args":[],"kwargs":{}}')).toEqual([]);
});

test('LangGraph: what a step gives back is its messages, and an object without any is none', () => {
  const construct = (name: string, content: string) => ({
    lc: 1,
    type: 'constructor',
    id: ['x', name],
    kwargs: { content },
  });
  const read = (output: unknown) =>
    getFacts({ attributes: { 'openinference.span.kind': 'CHAIN', 'output.value': JSON.stringify(output) } });
  const update = { messages: [construct('AIMessage', 'Twelve.')] };
  expect(listTexts(read({ lg_name: 'Command', update }).outputs)).toEqual([['assistant', text('Twelve.')]]);
  expect(listTexts(read({ lg_name: 'Send', args: update }).outputs)).toEqual([['assistant', text('Twelve.')]]);
  expect(read({ days: 12 })).toMatchObject({ outputs: [], vague: { outputs: [{ parts: [text('{"days":12}')] }] } });
});

test('Microsoft with LangChain: the answers that the history has are not said again', () => {
  const toMessages = (...messages: readonly (readonly [string, string])[]) =>
    JSON.stringify(messages.map(([role, content]) => ({ role, parts: [{ type: 'text', content }] })));
  const history = [
    ['user', 'A'],
    ['assistant', 'B'],
    ['user', 'C'],
  ] as const;
  const read = (...answers: readonly string[]) =>
    listTexts(
      getFacts({
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'microsoft.session.id': 's-1',
          'gen_ai.input.messages': toMessages(...history),
          'gen_ai.output.messages': toMessages(...answers.map((answer) => ['assistant', answer] as const)),
        },
      }).outputs,
    ).map(([, part]) => part);
  expect(read('B', 'D')).toEqual([text('D')]);
  expect(read('B')).toEqual([text('B')]);
  expect(read('D', 'B')).toEqual([text('D'), text('B')]);
});

test.each(['generate_content', 'GenerateContent', 'text_completion', 'TextCompletion', 'Chat', 'completion'])(
  '%s is a call of the model',
  (name) => {
    expect(getFacts({ attributes: { 'gen_ai.operation.name': name, 'gen_ai.request.model': 'm' } })).toMatchObject({
      operation: 'chat',
      measured: { model: 'm' },
    });
  },
);

test.each(['ExecuteTool', 'execute_tool', 'execute-tool'])('%s is a call of a tool', (name) => {
  expect(getFacts({ attributes: { 'gen_ai.operation.name': name } }).operation).toBe('execute_tool');
});

test('names of OpenInference given as metadata of Vercel AI', () => {
  expect(
    getFacts({ attributes: { 'ai.telemetry.metadata.session.id': 's-1', 'ai.telemetry.metadata.user.id': '7' } }),
  ).toMatchObject({ conversation: { text: 's-1' }, user: { id: '7' } });
});

test('the session of Google’s agents, also on spans without a request of the model', () => {
  expect(getFacts({ attributes: { 'gcp.vertex.agent.session_id': 's-1' } })).toMatchObject({
    conversation: { text: 's-1' },
  });
});

test('a part that is written as JSON into a text is that part', () => {
  const read = (content: string) =>
    listTexts(
      getFacts({
        attributes: {
          'gen_ai.input.messages': JSON.stringify([{ role: 'assistant', parts: [{ type: 'output_text', content }] }]),
        },
      }).inputs,
    );
  expect(read('{"type":"output_text","text":"Twelve."}')).toEqual([['assistant', text('Twelve.')]]);
  expect(read('[{"type":"output_text","text":"Twelve."},{"type":"text","text":"Days."}]')).toEqual([
    ['assistant', text('Twelve.\nDays.')],
  ]);
  expect(
    read('{"id":"m","type":"message","role":"assistant","content":[{"type":"output_text","text":"Twelve."}]}'),
  ).toEqual([['assistant', text('Twelve.')]]);
  expect(read('[{"type":"report","text":"Twelve."}]')).toEqual([
    ['assistant', text('[{"type":"report","text":"Twelve."}]')],
  ]);
  expect(read('{"type":"report","text":"Twelve."}')).toEqual([
    ['assistant', text('{"type":"report","text":"Twelve."}')],
  ]);
});

test('messages in the JSON of Python', () => {
  const messages = '[{"role": "user", "content": "Is it NaN, or \\"NaN\\"?", "score": NaN, "limit": -Infinity}]';
  expect(listTexts(getFacts({ attributes: { 'gen_ai.input.messages': messages } }).inputs)).toEqual([
    ['user', text('Is it NaN, or "NaN"?')],
  ]);
});

test('a pending span of Logfire is left out', () => {
  const attributes = { 'gen_ai.operation.name': 'chat', 'logfire.span_type': 'pending_span' };
  expect(() => getFacts({ attributes })).toThrow('the span was refused');
});
