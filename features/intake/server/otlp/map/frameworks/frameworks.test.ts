import { expect, test } from 'vitest';
import { getFacts, listTexts, text } from '../../testing/read-facts.ts';

test('Vercel AI: a prompt as text, and an answer word for word, also where it looks like JSON', () => {
  const facts = getFacts({
    attributes: {
      'ai.operationId': 'ai.streamText',
      'ai.telemetry.functionId': 'Leave',
      'ai.telemetry.metadata.session_id': 'v-1',
      'ai.telemetry.metadata.user_id': '7',
      'ai.prompt': JSON.stringify({ system: 'Be kind.', prompt: 'How many?' }),
      'ai.response.text': '{"answer":"Twelve."}',
      'ai.usage.inputTokens': 20,
      'ai.usage.outputTokens': 8,
      'ai.response.msToFirstChunk': 19.2,
    },
  });
  expect(facts).toMatchObject({
    isRelevant: true,
    operation: 'invoke_agent',
    conversation: { text: 'v-1' },
    skill: { text: 'Leave' },
    user: { id: '7' },
    measured: { inputTokens: 20, outputTokens: 8, firstTokenMs: 19.2 },
  });
  expect(listTexts(facts.inputs)).toEqual([['user', text('How many?')]]);
  expect(listTexts(facts.outputs)).toEqual([['assistant', text('{"answer":"Twelve."}')]]);
});

test('VoltAgent: common names are read where they stand together', () => {
  const common = { 'entity.type': 'agent', 'entity.name': 'Leave', 'operation.id': 'o-1', 'conversation.id': 'c-1' };
  const agent = getFacts({ attributes: { ...common, input: 'How many?', output: 'Twelve.' } });
  expect(agent).toMatchObject({
    isRelevant: true,
    operation: 'invoke_agent',
    conversation: { text: 'c-1' },
    skill: { text: 'Leave' },
  });
  expect(listTexts(agent.inputs)).toEqual([['user', text('How many?')]]);
  expect(listTexts(agent.outputs)).toEqual([['assistant', text('Twelve.')]]);
  const tool = getFacts({ attributes: { ...common, 'span.type': 'tool', 'tool.name': 'balance', output: '12' } });
  expect(tool).toMatchObject({ operation: 'execute_tool', measured: { tool: 'balance' }, outputs: [] });
  expect(getFacts({ attributes: { ...common, 'span.type': 'memory', input: 'x' } }).inputs).toEqual([]);
  expect(getFacts({ attributes: { 'entity.type': 'order', 'operation.id': 'o-1' } }).isRelevant).toBe(false);
});

test('Google ADK: the contents of a call are messages', () => {
  const contents = [
    { role: 'user', parts: [{ text: 'How many?' }] },
    { role: 'model', parts: [{ functionCall: { name: 'balance' } }] },
  ];
  const { operation, inputs, outputs } = getFacts({
    attributes: {
      'gen_ai.system': 'gcp.vertex.agent',
      'gcp.vertex.agent.llm_request': JSON.stringify({ model: 'm', contents }),
      'gcp.vertex.agent.llm_response': JSON.stringify({ content: { role: 'model', parts: [{ text: 'Twelve.' }] } }),
    },
  });
  expect(operation).toBe('chat');
  expect(listTexts(inputs)).toEqual([['user', text('How many?')], ['assistant']]);
  expect(listTexts(outputs)).toEqual([['assistant', text('Twelve.')]]);
});

test('LangChain by Langfuse: the graph is a run, and the role of a tool is its name', () => {
  const messages = [
    { role: 'user', content: 'How many?' },
    { role: 'balance', content: '12', additional_kwargs: {} },
    { role: 'assistant', content: 'Twelve.' },
  ];
  const { operation, skill, outputs } = getFacts({
    attributes: {
      'langfuse.observation.type': 'span',
      'langfuse.observation.metadata.lc_agent_name': 'Leave',
      'langfuse.observation.output': JSON.stringify({ messages }),
    },
  });
  expect([operation, skill?.text]).toEqual(['invoke_agent', 'Leave']);
  expect(listTexts(outputs)).toEqual([['assistant'], ['assistant', text('Twelve.')]]);
});

test('Vercel AI: calls of tools and their results are not shown', () => {
  const content = [{ type: 'tool-call', toolName: 'balance' }];
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'How many?' }] },
    { role: 'assistant', content },
    { role: 'tool', content: [{ type: 'tool-result', result: 12 }] },
  ];
  const { inputs } = getFacts({ attributes: { 'ai.prompt.messages': JSON.stringify(messages) } });
  expect(listTexts(inputs)).toEqual([['user', text('How many?')], ['assistant'], ['user']]);
});

test('LangChain: constructors are messages, and an output with the question is a history', () => {
  const construct = (name: string, content: string) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs: { content },
  });
  const messages = [
    construct('HumanMessage', 'Hello'),
    construct('AIMessage', 'Hi.'),
    construct('HumanMessage', 'How many?'),
    construct('ToolMessage', '12'),
    construct('AIMessageChunk', 'Twelve.'),
  ];
  const { inputs, outputs, skill, conversation } = getFacts({
    attributes: {
      'openinference.span.kind': 'CHAIN',
      metadata: JSON.stringify({ lc_agent_name: 'Leave', thread_id: 't-1' }),
      'output.value': JSON.stringify({ messages }),
    },
  });
  expect([skill?.text, conversation?.text]).toEqual(['Leave', 't-1']);
  expect(listTexts(inputs)).toEqual([
    ['user', text('Hello')],
    ['assistant', text('Hi.')],
    ['user', text('How many?')],
  ]);
  expect(listTexts(outputs)).toEqual([['assistant'], ['assistant', text('Twelve.')]]);
});

test('LiteLLM: the user of the request, and its cost', () => {
  const attributes = {
    'llm.user': 'mari@acme.example',
    'gen_ai.cost.total_cost': 0.002,
    'gen_ai.request.model': 'm',
  };
  expect(getFacts({ attributes })).toMatchObject({
    user: { email: 'mari@acme.example' },
    measured: { cost: '0.002', model: 'm' },
  });
});

test('Mastra before its release 1: names without a prefix, beside the kind of the span alone', () => {
  const own = { threadId: 'm-1', resourceId: '7', input: 'How many?', output: '{"text":"Twelve."}' };
  const facts = getFacts({
    attributes: {
      ...own,
      'mastra.span.type': 'agent_run',
      'gen_ai.operation.name': 'agent.run',
      'agent.id': 'Leave',
    },
  });
  expect(facts).toMatchObject({
    operation: 'invoke_agent',
    conversation: { text: 'm-1' },
    user: { id: '7' },
    skill: { text: 'Leave' },
  });
  expect([listTexts(facts.inputs), listTexts(facts.outputs)]).toEqual([
    [['user', text('How many?')]],
    [['assistant', text('Twelve.')]],
  ]);
  expect(getFacts({ attributes: own })).toMatchObject({ conversation: null, user: null, inputs: [] });
});

test('an error that Langfuse reports as a level', () => {
  const attributes = { 'langfuse.observation.level': 'ERROR', 'langfuse.observation.status_message': 'no model' };
  expect(getFacts({ attributes })).toMatchObject({ isError: true, measured: { error: 'no model' } });
});
