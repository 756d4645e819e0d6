import { answer, json, parts, question, type Turn } from './documented-turns.ts';

/* One turn of frameworks by what their instrumentations set. */

const person = { 'session.id': 'c-1', 'user.id': '7' };

/** smolagents with OpenInference: what it was asked is its task. */
export const smolagents: Turn = [
  {
    span: 1,
    name: 'Leave.run',
    end: 5,
    attributes: {
      ...person,
      'openinference.span.kind': 'AGENT',
      'input.value': json({
        task: question,
        stream: false,
        reset: true,
        images: null,
        additional_args: null,
        max_steps: null,
      }),
      'smolagents.max_steps': 20,
      'smolagents.tools_names': ['balance', 'final_answer'],
      'output.value': answer,
      'llm.token_count.prompt': 20,
      'llm.token_count.completion': 8,
      'llm.token_count.total': 28,
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'Step 1',
    end: 4,
    attributes: {
      ...person,
      'openinference.span.kind': 'CHAIN',
      'input.value': json({ memory_step: 'ActionStep(…)' }),
      'output.value': 'Execution logs: 12',
    },
  },
  {
    span: 3,
    parent: 2,
    name: 'LiteLLMModel.generate',
    end: 2,
    attributes: {
      ...person,
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'm',
      'llm.token_count.prompt': 20,
      'llm.token_count.completion': 8,
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.0.message.contents.0.message_content.type': 'text',
      'llm.input_messages.0.message.contents.0.message_content.text': 'Be kind.',
      'llm.input_messages.1.message.role': 'user',
      'llm.input_messages.1.message.contents.0.message_content.type': 'text',
      'llm.input_messages.1.message.contents.0.message_content.text': `New task:\n${question}`,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Thought: I look it up.\n```py\nfinal_answer(balance())\n```',
      'input.value': json({ messages: [] }),
    },
  },
  {
    span: 4,
    parent: 2,
    name: 'BalanceTool',
    attributes: {
      ...person,
      'openinference.span.kind': 'TOOL',
      'tool.name': 'balance',
      'input.value': '{}',
      'output.value': '12',
    },
  },
];

/** Agno with OpenInference. */
export const agno: Turn = [
  {
    span: 1,
    name: 'Leave.run',
    end: 5,
    attributes: {
      ...person,
      'openinference.span.kind': 'AGENT',
      'graph.node.id': 'n-1',
      'graph.node.name': 'Leave',
      'agno.agent.id': 'leave',
      'agno.run.id': 'r-1',
      'input.value': question,
      'output.value': json({
        run_id: 'r-1',
        agent_id: 'leave',
        session_id: 'c-1',
        content: answer,
        content_type: 'str',
        status: 'COMPLETED',
      }),
      'output.mime_type': 'application/json',
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'OpenAIChat.invoke',
    end: 4,
    attributes: {
      ...person,
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'm',
      'llm.token_count.prompt': 20,
      'llm.token_count.completion': 8,
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': question,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': answer,
    },
  },
  {
    span: 3,
    parent: 1,
    name: 'balance',
    attributes: {
      ...person,
      'openinference.span.kind': 'TOOL',
      'tool.name': 'balance',
      'input.value': '{}',
      'output.value': '12',
    },
  },
];

/** AutoGen by its own spans, of which the conversation and the person stand around the turn. */
export const autoGen: Turn = [
  {
    span: 1,
    name: 'turn',
    end: 5,
    attributes: {
      ...person,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.input.messages': parts('user', question),
      'gen_ai.output.messages': parts('assistant', answer),
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'autogen process Leave',
    end: 4,
    attributes: { 'messaging.operation': 'process', 'messaging.destination': 'Leave' },
  },
  {
    span: 3,
    parent: 2,
    name: 'invoke_agent Leave',
    end: 4,
    attributes: {
      'gen_ai.system': 'autogen',
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
      'gen_ai.agent.id': 'Leave_1',
    },
  },
  {
    span: 4,
    parent: 3,
    name: 'chat m',
    end: 3,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.system': 'openai',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
    },
  },
  {
    span: 5,
    parent: 3,
    name: 'execute_tool balance',
    attributes: { 'gen_ai.system': 'autogen', 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance' },
  },
];

const langtraced = {
  'langtrace.sdk.name': '@langtrase/typescript-sdk',
  'langtrace.service.name': 'OpenAI',
  'langtrace.service.type': 'llm',
  'session.id': 'c-1',
  user_id: '7',
};

/** Langtrace, with a span of its own around the turn. */
export const langtrace: Turn = [
  {
    span: 1,
    name: 'Leave',
    end: 5,
    attributes: {
      ...person,
      'langtrace.service.type': 'framework',
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Leave',
    },
  },
  {
    span: 2,
    parent: 1,
    name: 'openai.chat.completions.create',
    end: 4,
    attributes: {
      ...langtraced,
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 8,
    },
    events: [
      { name: 'gen_ai.content.prompt', attributes: { 'gen_ai.prompt': json([{ role: 'user', content: question }]) } },
      {
        name: 'gen_ai.content.completion',
        attributes: { 'gen_ai.completion': json([{ role: 'assistant', content: answer }]) },
      },
    ],
  },
  {
    span: 3,
    parent: 1,
    name: 'tool',
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'balance' },
  },
];
