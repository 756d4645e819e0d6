import { answer, json, parts, question, said, type Turn } from './documented-turns.ts';

/* One turn of further frameworks, by the attributes that their exporters and instrumentations set. */

const ofDify = {
  'gen_ai.session.id': 'c-1',
  'gen_ai.user.id': '7',
  'gen_ai.framework': 'dify',
  'service.name': 'Leave',
};
const prompts = json([
  { role: 'system', text: 'Be kind.' },
  { role: 'user', text: question, files: [] },
]);
const difyModel = {
  ...ofDify,
  'gen_ai.span.kind': 'LLM',
  'gen_ai.request.model': 'm',
  'gen_ai.system': 'openai',
  'gen_ai.usage.input_tokens': '20',
  'gen_ai.usage.output_tokens': '8',
  'gen_ai.prompt': prompts,
  'gen_ai.completion': answer,
  'input.value': prompts,
  'output.value': answer,
};
const difyTool = {
  ...ofDify,
  'gen_ai.span.kind': 'TOOL',
  'tool.name': 'balance',
  'input.value': '{}',
  'output.value': '12',
};

export const difyChat: Turn = [
  {
    span: 1,
    name: 'message',
    end: 5,
    attributes: { ...ofDify, 'gen_ai.span.kind': 'CHAIN', 'input.value': prompts, 'output.value': answer },
  },
  { span: 2, parent: 1, name: 'llm', end: 4, attributes: difyModel },
  { span: 3, parent: 1, name: 'balance', attributes: difyTool },
];

const workflowOutput = json({ answer, files: [] });
const workflowInput = json({ 'sys.query': question, 'sys.files': [], 'sys.conversation_id': 'c-1' });

export const difyChatflow: Turn = [
  {
    span: 1,
    name: 'message',
    end: 5,
    attributes: { ...ofDify, 'gen_ai.span.kind': 'CHAIN', 'input.value': question, 'output.value': workflowOutput },
  },
  {
    span: 2,
    parent: 1,
    name: 'workflow',
    end: 5,
    attributes: {
      ...ofDify,
      'gen_ai.span.kind': 'CHAIN',
      'input.value': workflowInput,
      'output.value': workflowOutput,
    },
  },
  {
    span: 3,
    parent: 2,
    name: 'Start',
    attributes: { ...ofDify, 'gen_ai.span.kind': 'TASK', 'input.value': workflowInput, 'output.value': workflowInput },
  },
  { span: 4, parent: 2, name: 'LLM', end: 4, attributes: difyModel },
  { span: 5, parent: 2, name: 'balance', attributes: difyTool },
];

const call = { 'gen_ai.operation.name': 'call_llm', 'gen_ai.request.model': 'm' };

export const anyAgent: Turn = [
  {
    span: 1,
    name: 'invoke_agent [Leave]',
    end: 5,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.request.model': 'm',
      'session.id': 'c-1',
      'user.id': '7',
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'call_llm m',
    end: 2,
    attributes: {
      ...call,
      'gen_ai.input.messages': json([said('system', 'Be kind.'), said('user', question)]),
      'gen_ai.output': json([{ 'tool.name': 'balance', 'tool.args': '{}' }]),
      'gen_ai.output.type': 'json',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 4,
    },
  },
  {
    span: 3,
    parent: 1,
    name: 'execute_tool balance',
    start: 2,
    end: 3,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'balance',
      'gen_ai.output': '12',
      'gen_ai.output.type': 'json',
    },
  },
  {
    span: 4,
    parent: 1,
    name: 'call_llm m',
    start: 3,
    end: 4,
    attributes: {
      ...call,
      'gen_ai.output': answer,
      'gen_ai.output.type': 'text',
      'gen_ai.usage.input_tokens': 8,
      'gen_ai.usage.output_tokens': 4,
    },
  },
];

const properties = {
  'traceloop.association.properties.session_id': 'c-1',
  'traceloop.association.properties.user_id': '7',
};

export const crewAi: Turn = [
  {
    span: 1,
    name: 'crewai.workflow',
    end: 9,
    attributes: {
      ...properties,
      'gen_ai.system': 'crewai',
      'crewai.crew.name': 'Leave',
      'crewai.crew.tasks': `[{'agent': 'Clerk', 'description': '${question}'}]`,
      'crewai.crew.result': answer,
    },
  },
  {
    span: 2,
    parent: 1,
    name: `${question}.task`,
    end: 8,
    attributes: {
      ...properties,
      'traceloop.span.kind': 'task',
      'crewai.task.description': question,
      'crewai.task.agent': 'Clerk',
      'traceloop.entity.output': answer,
    },
  },
  {
    span: 3,
    parent: 2,
    name: 'Clerk.agent',
    end: 7,
    attributes: {
      ...properties,
      'traceloop.span.kind': 'agent',
      'crewai.agent.role': 'Clerk',
      'gen_ai.request.model': 'm',
      'gen_ai.response.model': 'm',
    },
  },
  {
    span: 4,
    parent: 3,
    name: 'openai.chat',
    end: 5,
    attributes: {
      ...properties,
      'llm.request.type': 'chat',
      'gen_ai.response.model': 'm',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': `Current Task: ${question}`,
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': `Final Answer: ${answer}`,
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
    },
  },
  {
    span: 5,
    parent: 3,
    name: 'balance.tool',
    start: 5,
    end: 6,
    attributes: { ...properties, 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'balance' },
  },
];

const ofRun = { 'gen_ai.conversation.id': 'c-1', 'gen_ai.request.model': 'm', 'gen_ai.response.model': 'm' };
const texts = {
  'gen_ai.input.messages': parts('user', question),
  'gen_ai.output.messages': parts('assistant', answer),
  'gen_ai.usage.input_tokens': 20,
  'gen_ai.usage.output_tokens': 8,
};

/** Koog opens an agent once, in a span around all of its runs. */
export const koog: Turn = [
  {
    span: 1,
    name: 'create_agent Leave',
    end: 9,
    attributes: { 'gen_ai.operation.name': 'create_agent', 'gen_ai.agent.id': 'Leave', 'gen_ai.request.model': 'm' },
  },
  {
    span: 2,
    parent: 1,
    name: 'invoke_agent Leave',
    end: 8,
    attributes: {
      ...ofRun,
      ...texts,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.id': 'Leave',
      'user.id': '7',
      'koog.event.id': 'e-1',
    },
  },
  {
    span: 3,
    parent: 2,
    name: 'node nodeCallLLM',
    end: 5,
    attributes: {
      'gen_ai.conversation.id': 'c-1',
      'koog.node.id': 'nodeCallLLM',
      'koog.node.input': question,
      'koog.node.output': answer,
    },
  },
  {
    span: 4,
    parent: 3,
    name: 'chat m',
    end: 4,
    attributes: { ...ofRun, ...texts, 'gen_ai.operation.name': 'chat' },
  },
  {
    span: 5,
    parent: 2,
    name: 'execute_tool balance',
    start: 5,
    end: 6,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'balance',
      'gen_ai.conversation.id': 'c-1',
    },
  },
];
