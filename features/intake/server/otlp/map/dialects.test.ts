import { describe, expect, test } from 'vitest';
import { getFacts, listTexts, text } from '../testing/read-facts.ts';

const genAiMessages = [
  { role: 'system', parts: [{ type: 'text', content: 'Be kind.' }] },
  { role: 'user', parts: [{ type: 'text', content: 'Weather in Paris?' }] },
];

test.each([
  [['stop', 'error'], true],
  ['error', true],
  [['stop'], false],
])('a call that finished with %o: is it an error? %s', (reasons, isError) => {
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.response.finish_reasons': reasons };
  expect(getFacts({ attributes }).isError).toBe(isError);
});

describe('OTel GenAI', () => {
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.conversation.id': 'c-1',
    'session.id': 's-1',
    'gen_ai.agent.name': 'Weather',
    'gen_ai.workflow.name': 'Travel',
    'user.id': 'mari@acme.example',
    'user.name': 'Mari Kask',
  };

  test('names conversation, skill, user and operation', () => {
    expect(getFacts({ attributes })).toMatchObject({
      isRelevant: true,
      operation: 'invoke_agent',
      conversation: { text: 'c-1', rank: 0 },
      skill: { text: 'Travel' },
      user: { id: 'mari@acme.example', email: 'mari@acme.example', firstName: 'Mari', lastName: 'Kask' },
    });
  });

  test.each([
    ['JSON in text', JSON.stringify(genAiMessages)],
    ['nested lists', genAiMessages],
  ])('messages as %s', (_, messages) => {
    const { inputs } = getFacts({ attributes: { ...attributes, 'gen_ai.input.messages': messages } });
    expect(listTexts(inputs)).toEqual([['user', text('Weather in Paris?')]]);
  });

  test('parts of every kind', () => {
    const parts = [
      { type: 'reasoning', content: 'hm' },
      { type: 'text', content: 'See' },
      { type: 'uri', modality: 'image', uri: 'https://a.example/b.png' },
      { type: 'uri', modality: 'video', uri: 'https://a.example/b.mp4' },
      { type: 'uri', modality: 'image', uri: 'javascript:alert(1)' },
      { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'iVBO' },
      { type: 'file', modality: 'image', file_id: 'AAAAAAAAAAAAAAAAAAAAAA' },
      { type: 'tool_call', name: 'weather', arguments: {} },
      { type: 'server_tool_call', name: 'search' },
      { type: 'table', sourceData: [{ day: 'Monday', degrees: 12 }] },
      { type: 'table', sourceData: 'none' },
      { type: 'sticker', content: 'a smile' },
    ];
    const sent = JSON.stringify([{ role: 'assistant', parts, finish_reason: 'stop' }]);
    const { outputs, serverToolCalls } = getFacts({ attributes: { ...attributes, 'gen_ai.output.messages': sent } });
    expect(listTexts(outputs)).toEqual([
      [
        'assistant',
        text('See'),
        { type: 'picture', value: 'https://a.example/b.png' },
        { type: 'video', value: 'https://a.example/b.mp4' },
        text('[image: not kept]'),
        text('[image, image/png: not kept]'),
        { type: 'filePicker', fileKey: 'AAAAAAAAAAAAAAAAAAAAAA' },
        { type: 'table', sourceData: [{ day: 'Monday', degrees: 12 }] },
        text('[table: it could not be read]'),
        text('a smile'),
      ],
    ]);
    expect(serverToolCalls).toBe(1);
  });

  test('reads the skill of a tool, and no messages from it', () => {
    const facts = getFacts({
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.skill.name': 'Forecast',
        'error.type': 'timeout',
        'input.value': 'Paris',
      },
    });
    expect(facts).toMatchObject({ skill: { text: 'Forecast', rank: 0 }, errorType: 'timeout', inputs: [] });
  });

  test('reads messages from the events of a span', () => {
    const { inputs, outputs } = getFacts({
      attributes: { 'gen_ai.operation.name': 'chat' },
      events: [
        { name: 'gen_ai.system.message', attributes: { content: 'Be kind.' } },
        { name: 'gen_ai.user.message', attributes: { content: 'Hello' } },
        { name: 'gen_ai.choice', attributes: { index: 0, message: JSON.stringify({ content: 'Hi' }) } },
      ],
    });
    expect([listTexts(inputs), listTexts(outputs)]).toEqual([[['user', text('Hello')]], [['assistant', text('Hi')]]]);
  });

  test('reads the reported status', () => {
    const own = {
      'portal.status': 'escaped',
      'portal.approved_at': '2026-10-05T08:00:00Z',
      'portal.user.technical': 'true',
    };
    expect(getFacts({ attributes: { ...attributes, ...own } })).toMatchObject({
      status: 'Escaped',
      approvedAt: '2026-10-05T08:00:00.000Z',
      user: { isTechnical: true },
    });
  });
});

describe('OpenInference', () => {
  test('an agent is named by its span where no attribute names it; other spans are not', () => {
    const kind = (value: string) => ({ 'openinference.span.kind': value });
    const leave = { name: 'Leave' };
    expect(getFacts({ ...leave, attributes: kind('AGENT') }).skill).toMatchObject({ text: 'Leave' });
    expect(getFacts({ ...leave, attributes: { ...kind('AGENT'), 'agent.name': 'HR' } }).skill).toMatchObject({
      text: 'HR',
    });
    expect(getFacts({ ...leave, attributes: kind('CHAIN') }).skill).toBeNull();
    expect(getFacts({ ...leave, attributes: { 'gen_ai.span.kind': 'AGENT' } }).skill).toBeNull();
  });

  test('the model of a call that failed is one of its parameters', () => {
    const attributes = { 'openinference.span.kind': 'LLM', 'llm.invocation_parameters': '{"model":"gpt-4o-mini"}' };
    expect(getFacts({ attributes }).measured).toMatchObject({ model: 'gpt-4o-mini' });
  });

  test('names and flattened messages', () => {
    const facts = getFacts({
      attributes: {
        'openinference.span.kind': 'AGENT',
        'session.id': 's-1',
        'user.id': '7',
        'agent.name': 'Leave',
        'llm.input_messages.10.message.role': 'user',
        'llm.input_messages.10.message.contents.0.message_content.type': 'text',
        'llm.input_messages.10.message.contents.0.message_content.text': 'And this?',
        'llm.input_messages.10.message.contents.1.message_content.type': 'image',
        'llm.input_messages.10.message.contents.1.message_content.image.image.url': 'https://a.example/b.png',
        'llm.input_messages.2.message.role': 'user',
        'llm.input_messages.2.message.content': 'How many days?',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.content': 'Twelve.',
        'input.value': 'not this',
      },
    });
    expect(facts).toMatchObject({
      operation: 'invoke_agent',
      conversation: { text: 's-1', rank: 2 },
      skill: { text: 'Leave' },
      user: { id: '7' },
    });
    expect(listTexts(facts.inputs)).toEqual([
      ['user', text('How many days?')],
      ['user', text('And this?'), { type: 'picture', value: 'https://a.example/b.png' }],
    ]);
    expect(listTexts(facts.outputs)).toEqual([['assistant', text('Twelve.')]]);
  });

  test.each([
    ['LLM', 'chat'],
    ['TOOL', 'execute_tool'],
    ['CHAIN', 'invoke_workflow'],
    ['RETRIEVER', 'retrieval'],
  ])('a span of kind %s is %s', (kind, operation) => {
    expect(getFacts({ attributes: { 'openinference.span.kind': kind } }).operation).toBe(operation);
  });

  test('generic input and output', () => {
    const { inputs, outputs } = getFacts({
      attributes: {
        'openinference.span.kind': 'CHAIN',
        'input.value': JSON.stringify({ question: 'How many?' }),
        'input.mime_type': 'application/json',
        'output.value': 'Twelve.',
      },
    });
    expect([listTexts(inputs), listTexts(outputs)]).toEqual([
      [['user', text('How many?')]],
      [['assistant', text('Twelve.')]],
    ]);
  });
});

describe('Langfuse', () => {
  test('overrides the generic names on the same span', () => {
    const facts = getFacts({
      attributes: {
        'langfuse.observation.type': 'generation',
        'gen_ai.operation.name': 'invoke_agent',
        'langfuse.session.id': 'lf-1',
        'session.id': 's-1',
        'langfuse.user.id': '7',
        'langfuse.trace.name': 'invoice-status',
        'langfuse.observation.input': JSON.stringify([{ role: 'user', content: 'Is it paid?' }]),
        'langfuse.observation.output': JSON.stringify({ role: 'assistant', content: 'Yes.' }),
        'gen_ai.input.messages': JSON.stringify(genAiMessages),
      },
    });
    expect(facts).toMatchObject({
      operation: 'chat',
      conversation: { text: 'lf-1', rank: 1 },
      skill: { text: 'invoice-status' },
      user: { id: '7' },
    });
    expect(listTexts(facts.inputs)).toEqual([['user', text('Is it paid?')]]);
    expect(listTexts(facts.outputs)).toEqual([['assistant', text('Yes.')]]);
  });

  test('input and output of the trace as text', () => {
    const { inputs, outputs } = getFacts({
      attributes: {
        'langfuse.trace.input': 'Is it paid?',
        'langfuse.trace.output': JSON.stringify({ answer: 'Yes.' }),
      },
    });
    expect([listTexts(inputs), listTexts(outputs)]).toEqual([
      [['user', text('Is it paid?')]],
      [['assistant', text('Yes.')]],
    ]);
  });
});

test('reads the Microsoft style, where every value is text', () => {
  const facts = getFacts(
    {
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.conversation.id': '42',
        'gen_ai.agent.name': 'Expenses',
        'user.id': '7',
        'user.email': 'mari@acme.example',
        'portal.user.technical': 'false',
        'gen_ai.usage.input_tokens': '42',
      },
    },
    { 'microsoft.tenant.id': 'somebody-else' },
  );
  expect(facts).toMatchObject({
    conversation: { text: '42' },
    skill: { text: 'Expenses' },
    user: { id: '7', email: 'mari@acme.example', isTechnical: false },
  });
  expect(JSON.stringify(facts)).not.toContain('somebody-else');
});
