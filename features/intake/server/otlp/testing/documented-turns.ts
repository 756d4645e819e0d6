import type { SpanValues } from './json-export.ts';

/* One turn of clients as their documentation and code have it: a question, a call of the model, a tool, an answer. */

export const json = (value: unknown) => JSON.stringify(value);
export const said = (role: string, content: string) => ({ role, content });
export const question = 'How many?';
export const answer = 'Twelve.';

export type Turn = readonly SpanValues[];

export const semanticKernel: Turn = [
  {
    span: 1,
    name: 'invoke_agent Leave',
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.id': 'a-1',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.conversation.id': 'c-1',
      'user.id': '7',
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'chat.completions m',
    attributes: {
      'gen_ai.operation.name': 'chat.completions',
      'gen_ai.system': 'openai',
      'gen_ai.request.model': 'm',
      'gen_ai.response.prompt_tokens': 20,
      'gen_ai.response.completion_tokens': 8,
    },
    events: [
      { name: 'gen_ai.content.prompt', attributes: { 'gen_ai.prompt': json([said('user', question)]) } },
      { name: 'gen_ai.content.completion', attributes: { 'gen_ai.completion': json([said('Assistant', answer)]) } },
    ],
  },
  {
    span: 3,
    parent: 1,
    name: 'execute_tool balance',
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance' },
  },
];

export const azureAgents: Turn = [
  {
    span: 1,
    name: 'process_thread_run',
    attributes: {
      'gen_ai.system': 'az.ai.agents',
      'gen_ai.operation.name': 'process_thread_run',
      'gen_ai.thread.id': 'c-1',
      'gen_ai.agent.name': 'Leave',
      'user.id': '7',
      'gen_ai.thread.run.status': 'completed',
      'gen_ai.response.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
    },
    events: [
      { name: 'gen_ai.user.message', attributes: { 'gen_ai.event.content': json(said('user', question)) } },
      {
        name: 'gen_ai.assistant.message',
        attributes: {
          'gen_ai.event.content': json({ content: { text: { value: answer } }, role: 'assistant' }),
        },
      },
    ],
  },
  {
    span: 2,
    parent: 1,
    name: 'execute_tool balance',
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance' },
  },
];

export const parts = (role: string, content: string) => json([{ role, parts: [{ type: 'text', content }] }]);

export const ag2: Turn = [
  {
    span: 1,
    name: 'conversation Leave',
    attributes: {
      'ag2.span.type': 'conversation',
      'gen_ai.operation.name': 'conversation',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.conversation.id': 'c-1',
      'user.id': '7',
      'gen_ai.input.messages': parts('user', question),
      'gen_ai.output.messages': parts('assistant', answer),
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'invoke_agent Leave',
    attributes: { 'ag2.span.type': 'agent', 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Leave' },
  },
  {
    span: 3,
    parent: 2,
    name: 'chat m',
    attributes: {
      'ag2.span.type': 'llm',
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
    },
  },
  {
    span: 4,
    parent: 2,
    name: 'execute_tool balance',
    attributes: { 'ag2.span.type': 'tool', 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance' },
  },
  {
    span: 5,
    parent: 1,
    name: 'invoke_agent User',
    attributes: { 'ag2.span.type': 'agent', 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'User' },
  },
];

export const pipecat: Turn = [
  {
    span: 1,
    name: 'conversation',
    attributes: {
      'conversation.id': 'c-1',
      'conversation.type': 'voice',
      'user.id': '7',
      'gen_ai.agent.name': 'Leave',
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'turn',
    attributes: { 'turn.number': 1, 'turn.type': 'conversation', 'conversation.id': 'c-1' },
  },
  {
    span: 3,
    parent: 2,
    name: 'stt',
    attributes: { 'gen_ai.operation.name': 'stt', transcript: question, 'metrics.ttfb': 0.1 },
  },
  {
    span: 4,
    parent: 2,
    name: 'llm',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
      input: json([said('user', question)]),
      output: answer,
      'metrics.ttfb': 0.2,
    },
  },
  {
    span: 5,
    parent: 2,
    name: 'execute_tool',
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance' },
  },
  {
    span: 6,
    parent: 2,
    name: 'tts',
    attributes: { 'gen_ai.operation.name': 'tts', text: answer, voice_id: 'v', 'metrics.ttfb': 0.1 },
  },
];

export const agentOps: Turn = [
  {
    span: 1,
    name: 'default.session',
    attributes: { 'agentops.span.kind': 'session', 'session.id': 'c-1', 'user.id': '7' },
  },
  {
    span: 2,
    parent: 1,
    name: 'Leave.agent',
    attributes: {
      'agentops.span.kind': 'agent',
      'agentops.entity.name': 'Leave',
      'agentops.entity.input': json({ args: [question], kwargs: {} }),
      'agentops.entity.output': json(answer),
    },
  },
  {
    span: 3,
    parent: 2,
    name: 'openai.chat.completion',
    attributes: {
      'agentops.span.kind': 'llm',
      'gen_ai.response.model': 'm',
      'gen_ai.usage.prompt_tokens': 20,
      'gen_ai.usage.completion_tokens': 8,
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': question,
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': answer,
    },
  },
  {
    span: 4,
    parent: 2,
    name: 'balance.tool',
    attributes: { 'agentops.span.kind': 'tool', 'agentops.entity.name': 'balance' },
  },
];
