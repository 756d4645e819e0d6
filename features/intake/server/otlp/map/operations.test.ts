import { expect, test } from 'vitest';
import { getFacts } from '../testing/read-facts.ts';

test.each([
  'messages',
  'messages.create',
  'messages.stream',
  'beta.messages.create',
  'anthropic.messages.create',
  'chat.completions',
  'chat.completions.create',
  'chat.completions.parse',
  'ChatCompletions',
  'chat_completions',
  'responses',
  'responses.create',
  'responses.parse',
  'openai.responses.create',
  'completions',
  'text_completion',
  'generate_content',
  'GenerateContent',
  'generate_content_stream',
  'models.generateContent',
  'gemini.generate_content',
  'converse',
  'ConverseStream',
  'invoke_model',
  'InvokeModel',
  'InvokeModelWithResponseStream',
  'bedrock.invoke_model',
  'chat',
  'Chat',
  'inference',
  'completion',
])('the operation %s is a call of a model, with its model and tokens', (operation) => {
  const attributes = {
    'gen_ai.operation.name': operation,
    'gen_ai.request.model': 'gpt-4o-mini',
    'gen_ai.usage.input_tokens': 20,
    'gen_ai.usage.output_tokens': 8,
  };
  expect(getFacts({ attributes })).toMatchObject({
    operation: 'chat',
    measured: { model: 'gpt-4o-mini', inputTokens: 20, outputTokens: 8 },
  });
});

test.each([
  ['openai.chat.completions.create', 'chat'],
  ['openai.chat', 'chat'],
  ['anthropic.messages.create', 'chat'],
  ['anthropic.messages.stream', 'chat'],
  ['openai.responses', 'chat'],
  ['gemini.generate_content_stream', 'chat'],
  ['Bedrock Runtime.Converse', 'chat'],
  ['bedrock.invoke_model', 'chat'],
  ['openai.embeddings.create', 'embeddings'],
  ['messages', ''],
  ['leave.messages', ''],
  ['openai.agent', ''],
])('a span named %s without an operation is %s', (name, operation) => {
  expect(getFacts({ name, attributes: { 'gen_ai.request.model': 'm' } }).operation).toBe(operation);
});

test.each(['embeddings', 'embeddings.create', 'embed', 'embed_content', 'openai.embeddings'])(
  'the operation %s says nothing in the conversation',
  (operation) => {
    const attributes = {
      'gen_ai.operation.name': operation,
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: 'Hi' }]),
    };
    expect(getFacts({ attributes })).toMatchObject({ operation: 'embeddings', inputs: [], outputs: [] });
  },
);
