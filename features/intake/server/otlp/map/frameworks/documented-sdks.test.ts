import { expect, test } from 'vitest';
import type { SpanValues } from '../../testing/json-export.ts';
import { getFacts, listTexts, text } from '../../testing/read-facts.ts';

const messages = (role: string, content: string) => JSON.stringify([{ role, content }]);

test.each<[string, SpanValues]>([
  [
    'MLflow',
    {
      name: 'Leave',
      attributes: {
        'mlflow.spanType': '"AGENT"',
        'mlflow.trace.session': '"c-1"',
        'mlflow.trace.user': '"7"',
        'mlflow.llm.model': '"m"',
        'mlflow.chat.tokenUsage': '{"input_tokens":20,"output_tokens":8}',
        'mlflow.spanInputs': JSON.stringify({ messages: [{ role: 'user', content: 'How many?' }] }),
        'mlflow.spanOutputs': '"Twelve."',
      },
    },
  ],
  [
    'Braintrust',
    {
      name: 'Leave',
      attributes: {
        'braintrust.span_attributes': '{"type":"task"}',
        'braintrust.metadata': '{"session_id":"c-1","user_id":"7","model":"m"}',
        'braintrust.metrics': '{"prompt_tokens":20,"completion_tokens":8}',
        'braintrust.input_json': messages('user', 'How many?'),
        'braintrust.output_json': JSON.stringify([{ message: { role: 'assistant', content: 'Twelve.' } }]),
      },
    },
  ],
  [
    'Confident AI',
    {
      name: 'Leave',
      attributes: {
        'confident.trace.thread_id': 'c-1',
        'confident.trace.user_id': '7',
        'confident.llm.model': 'm',
        'confident.llm.input_token_count': 20,
        'confident.llm.output_token_count': 8,
        'confident.trace.input': 'How many?',
        'confident.trace.output': 'Twelve.',
      },
    },
  ],
  [
    'LiveKit',
    {
      name: 'agent_turn',
      attributes: {
        'lk.room_name': 'c-1',
        'lk.participant_identity': '7',
        'lk.agent_name': 'Leave',
        'gen_ai.request.model': 'm',
        'gen_ai.usage.input_tokens': 20,
        'gen_ai.usage.output_tokens': 8,
        'lk.user_input': 'How many?',
        'lk.response.text': 'Twelve.',
      },
    },
  ],
])('%s: a turn has conversation, person, skill, texts, model and tokens', (_, span) => {
  const facts = getFacts(span);
  expect(facts).toMatchObject({
    isRelevant: true,
    operation: 'invoke_agent',
    conversation: { text: 'c-1' },
    skill: { text: 'Leave' },
    user: { id: '7' },
    measured: { model: 'm', inputTokens: 20, outputTokens: 8 },
  });
  expect(listTexts(facts.inputs)).toEqual([['user', text('How many?')]]);
  expect(listTexts(facts.outputs)).toEqual([['assistant', text('Twelve.')]]);
});

test.each<[string, SpanValues]>([
  ['MLflow', { attributes: { 'mlflow.spanType': '"TOOL"' } }],
  ['Braintrust', { attributes: { 'braintrust.span_attributes': '{"type":"tool"}' } }],
  ['Confident AI', { attributes: { 'confident.span.type': 'tool' } }],
  ['LiveKit', { attributes: { 'lk.function_tool.name': 'balance', 'lk.function_tool.is_error': false } }],
  [
    'Spring AI',
    {
      attributes: {
        'gen_ai.operation.name': 'framework',
        'spring.ai.kind': 'tool_call',
        'spring.ai.tool.definition.name': 'balance',
      },
    },
  ],
])('%s: a call of a tool', (_, span) => {
  const facts = getFacts({ name: 'balance', parent: 9, ...span });
  expect(facts).toMatchObject({
    isRelevant: true,
    operation: 'execute_tool',
    measured: { tool: 'balance' },
    skill: null,
  });
});

test('Spring AI: the chat client is the run of a conversation', () => {
  const attributes = {
    'gen_ai.operation.name': 'framework',
    'spring.ai.kind': 'chat_client',
    'spring.ai.chat.client.conversation.id': 'c-1',
  };
  expect(getFacts({ attributes })).toMatchObject({ operation: 'invoke_agent', conversation: { text: 'c-1' } });
});
