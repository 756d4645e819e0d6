import { answer, json, parts, question, said, type Turn } from './documented-turns.ts';

export const haystack: Turn = [
  {
    span: 1,
    name: 'haystack.pipeline.run',
    attributes: {
      'haystack.pipeline.metadata': json({ name: 'Leave', session_id: 'c-1', user_id: '7' }),
      'haystack.pipeline.input_data': json({ llm: { messages: [said('user', question)] } }),
      'haystack.pipeline.output_data': json({ llm: { replies: [{ role: 'assistant', content: [{ text: answer }] }] } }),
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'haystack.component.run',
    attributes: {
      'haystack.component.name': 'llm',
      'haystack.component.type': 'OpenAIChatGenerator',
      'haystack.component.input': json({ messages: [said('user', question)] }),
      'haystack.component.output': json({
        replies: [
          {
            role: 'assistant',
            content: [{ text: answer }],
            meta: { model: 'm', usage: { prompt_tokens: 20, completion_tokens: 8 } },
          },
        ],
      }),
    },
  },
  {
    span: 3,
    parent: 1,
    name: 'haystack.component.run',
    attributes: { 'haystack.component.name': 'balance', 'haystack.component.type': 'ToolInvoker' },
  },
];

export const logfireAgents: Turn = [
  {
    span: 1,
    name: 'OpenAI Agents trace: {name}',
    attributes: {
      'logfire.msg_template': 'OpenAI Agents trace: {name}',
      name: 'Agent workflow',
      agent_trace_id: 't-1',
      group_id: 'c-1',
      'user.id': '7',
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'Agent run: {name!r}',
    attributes: {
      'logfire.msg_template': 'Agent run: {name!r}',
      name: 'Leave',
      'gen_ai.system': 'openai',
      handoffs: [],
    },
  },
  {
    span: 3,
    parent: 2,
    name: 'Responses API with {gen_ai.request.model!r}',
    attributes: {
      'logfire.msg_template': 'Responses API with {gen_ai.request.model!r}',
      'gen_ai.system': 'openai',
      'gen_ai.response.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
      events: json([
        { 'event.name': 'gen_ai.system.message', content: 'Be kind.', role: 'system' },
        { 'event.name': 'gen_ai.user.message', content: question, role: 'user' },
        { 'event.name': 'gen_ai.choice', index: 0, message: { content: answer, role: 'assistant' } },
      ]),
    },
  },
  {
    span: 4,
    parent: 2,
    name: 'Function: {name}',
    attributes: {
      'logfire.msg_template': 'Function: {name}',
      'gen_ai.system': 'openai',
      name: 'balance',
      input: '{}',
      output: '12',
    },
  },
];

export const honeyHive: Turn = [
  {
    span: 1,
    name: 'Leave',
    attributes: {
      honeyhive_event_type: 'chain',
      honeyhive_event_name: 'Leave',
      'honeyhive.session_id': 'c-1',
      'honeyhive_user_properties.user_id': '7',
      'honeyhive_inputs._params_.question': question,
      'honeyhive_outputs.result': answer,
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'openai.chat',
    attributes: {
      honeyhive_event_type: 'model',
      'gen_ai.response.model': 'm',
      'gen_ai.usage.prompt_tokens': 20,
      'gen_ai.usage.completion_tokens': 8,
    },
  },
  {
    span: 3,
    parent: 1,
    name: 'balance',
    attributes: { honeyhive_event_type: 'tool', honeyhive_event_name: 'balance' },
  },
];

export const langChain4j: Turn = [
  {
    span: 1,
    name: 'langchain4j.aiservices.Leave.chat',
    attributes: {
      'ai.service.class': 'com.acme.Leave',
      'gen_ai.conversation.id': 'c-1',
      'user.id': '7',
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'completion m',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
      'gen_ai.prompt': json([said('user', question)]),
      'gen_ai.completion': answer,
    },
  },
  { span: 3, parent: 1, name: 'langchain4j.tools.balance', attributes: { 'ai.service.class': 'com.acme.Leave' } },
];

/** With the skill and the person as attributes of the resource, which all its spans have. */
const ofClaude = (attributes: Record<string, string | number | boolean>) => ({
  'session.id': 'c-1',
  'user.id': '7',
  'portal.skill': 'Leave',
  ...attributes,
});
export const claudeAgentSdk: Turn = [
  {
    span: 1,
    name: 'claude_code.interaction',
    end: 9,
    attributes: ofClaude({ 'span.type': 'interaction', user_prompt: question, user_prompt_length: 9 }),
  },
  {
    span: 2,
    parent: 1,
    name: 'claude_code.llm_request',
    attributes: ofClaude({
      'span.type': 'llm_request',
      'llm_request.context': 'interaction',
      'gen_ai.system': 'anthropic',
      model: 'm',
      input_tokens: 20,
      output_tokens: 8,
      success: true,
      'response.model_output': answer,
    }),
  },
  {
    span: 3,
    parent: 1,
    name: 'claude_code.tool',
    attributes: ofClaude({ 'span.type': 'tool', tool_name: 'balance', 'gen_ai.tool.call.id': 't-1' }),
  },
  {
    span: 4,
    parent: 3,
    name: 'claude_code.tool.execution',
    attributes: ofClaude({ 'span.type': 'tool.execution', 'gen_ai.tool.call.id': 't-1', success: true, ttft_ms: 1 }),
  },
];

const ofModel = (operation: string, values: Record<string, string | number>) => ({
  'gen_ai.operation.name': operation,
  'gen_ai.response.model': 'm',
  'gen_ai.usage.input_tokens': 20,
  'gen_ai.usage.output_tokens': 8,
  ...values,
});
/** An agent whose vendor's SDK names the method that it called. */
export const byMethod = (operation: string): Turn => [
  {
    span: 1,
    name: 'invoke_agent Leave',
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.conversation.id': 'c-1',
      'user.id': '7',
    },
  },
  {
    span: 2,
    parent: 1,
    name: operation,
    attributes: ofModel(operation, {
      'gen_ai.input.messages': parts('user', question),
      'gen_ai.output.messages': parts('assistant', answer),
    }),
  },
  {
    span: 3,
    parent: 1,
    name: 'execute_tool balance',
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance' },
  },
];

/** Clients with the names of OpenInference. */
export const inKinds = (kind: string, names: Record<string, string>, conversation: Record<string, string>): Turn => [
  {
    span: 1,
    name: 'Leave',
    attributes: { [kind]: names['agent'] ?? 'AGENT', ...conversation, 'input.value': question, 'output.value': answer },
  },
  {
    span: 2,
    parent: 1,
    name: 'openai',
    attributes: {
      [kind]: 'LLM',
      'llm.model_name': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
    },
  },
  { span: 3, parent: 1, name: 'balance', attributes: { [kind]: 'TOOL', 'tool.name': 'balance' } },
];

const spans: Turn = [
  {
    span: 1,
    name: 'invoke_agent Leave',
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.input.messages': parts('user', question),
      'gen_ai.output.messages': parts('assistant', answer),
      'gen_ai.system_instructions': json([{ type: 'text', content: 'Be kind.' }]),
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'generate_content m',
    attributes: {
      'gen_ai.operation.name': 'generate_content',
      'gen_ai.response.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
    },
  },
  {
    span: 3,
    parent: 1,
    name: 'execute_tool balance',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'balance',
      'gen_ai.tool.call.arguments': '{}',
      'gen_ai.tool.call.result': '12',
    },
  },
];
/** Clients with the GenAI conventions, which name conversation and person in their own way. */
export const withNames = (attributes: Record<string, string>): Turn =>
  spans.map((span) => ({ ...span, attributes: { ...span.attributes, ...attributes } }));
