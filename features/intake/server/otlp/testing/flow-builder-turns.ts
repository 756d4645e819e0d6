import { answer, json, parts, question, type Turn } from './documented-turns.ts';

/* One turn of programs in which flows of an assistant are drawn, by what their own exporters set. */

const ofN8n = {
  'ai.telemetry.metadata.thread_id': 'c-1',
  'ai.telemetry.metadata.model_id': 'm',
  'ai.telemetry.metadata.user_id': '7',
};

/** An agent of n8n from 2.33 on: its own spans around those of the AI SDK, with the list of its tools as `gen_ai.prompt`. */
export const n8nAgent: Turn = [
  {
    span: 1,
    name: 'Leave.generate',
    end: 5,
    attributes: {
      ...ofN8n,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.request.model': 'm',
      'gen_ai.conversation.id': 'c-1',
      'gen_ai.prompt': json({ agent: 'Leave', tool_count: 1, tools: [{ name: 'balance', type: 'local' }] }),
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'query_memory',
    attributes: {
      ...ofN8n,
      'gen_ai.operation.name': 'query_memory',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.memory.ids': ['m-1'],
    },
  },
  {
    span: 3,
    parent: 1,
    name: 'chat m',
    end: 4,
    attributes: {
      ...ofN8n,
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
      'gen_ai.input.messages': parts('user', question),
      'gen_ai.output.messages': parts('assistant', answer),
    },
  },
  {
    span: 4,
    parent: 1,
    name: 'execute_tool balance',
    attributes: {
      ...ofN8n,
      'operation.name': 'ai.toolCall Leave',
      'resource.name': 'Leave',
      'ai.operationId': 'ai.toolCall',
      'ai.telemetry.functionId': 'Leave',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'balance',
      'gen_ai.tool.call.id': 't-1',
      'gen_ai.agent.name': 'Leave',
      'ai.toolCall.name': 'balance',
      'ai.toolCall.id': 't-1',
      'ai.toolCall.args': '{}',
      'ai.toolCall.result': '12',
    },
  },
];

const json1 = 'application/json';

/** A chatflow of Flowise by its OpenTelemetry settings: the callbacks of LangChain. */
export const flowiseChatflow: Turn = [
  {
    span: 1,
    name: 'AgentExecutor',
    end: 5,
    attributes: {
      'openinference.span.kind': 'CHAIN',
      'flowise.chatflow_id': 'f-1',
      metadata: json({ 'flowise.chatflow_id': 'f-1' }),
      'request.type': 'chatflow',
      'session.id': 'c-1',
      'user.id': '7',
      'input.value': json({ input: question, chat_history: [] }),
      'input.mime_type': json1,
      'output.value': json({ output: answer }),
      'output.mime_type': json1,
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'm',
    end: 4,
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.system': 'ChatOpenAI',
      'llm.provider': 'ChatOpenAI',
      'llm.model_name': 'm',
      'llm.model': 'm',
      'llm.token_count.prompt': 20,
      'llm.prompt_tokens': 20,
      'llm.token_count.completion': 8,
      'llm.completion_tokens': 8,
      'llm.total_tokens': 28,
      'input.value': json([`System: Be kind.\nHuman: ${question}`]),
      'input.mime_type': json1,
      'output.value': json([answer]),
      'output.mime_type': json1,
    },
  },
  {
    span: 3,
    parent: 1,
    name: 'balance',
    attributes: {
      'openinference.span.kind': 'TOOL',
      'tool.name': 'balance',
      'tool.input': '{}',
      'input.value': '{}',
      'output.value': '12',
      'tool.output': '12',
    },
  },
];

/** An agentflow of Flowise by its settings of Phoenix or Opik: its root ends before the flow, with a word in place of the answer. */
export const flowiseAgentflow: Turn = [
  {
    span: 1,
    name: 'Flowise',
    attributes: {
      'service.name': 'Leave',
      'openinference.project.name': 'Leave',
      'session.id': 'c-1',
      'openinference.span.kind': 'CHAIN',
      'input.value': question,
      'input.mime_type': 'text/plain',
      'output.value': '[Object]',
      'output.mime_type': 'text/plain',
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'Agentflow',
    end: 5,
    attributes: {
      'openinference.span.kind': 'CHAIN',
      'input.value': json(question),
      'input.mime_type': json1,
      'output.value': json(answer),
      'output.mime_type': json1,
    },
  },
  {
    span: 3,
    parent: 1,
    name: 'Agent Leave',
    end: 4,
    attributes: {
      'openinference.span.kind': 'LLM',
      'input.value': json([
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: question },
      ]),
      'input.mime_type': json1,
      'output.value': json(answer),
      'output.mime_type': json1,
    },
  },
  {
    span: 4,
    parent: 1,
    name: 'balance',
    attributes: {
      'openinference.span.kind': 'TOOL',
      'input.value': json('{}'),
      'input.mime_type': json1,
      'output.value': json('12'),
      'output.mime_type': json1,
    },
  },
];
