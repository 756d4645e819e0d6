import type { Framework } from './framework.ts';

const kinds: Readonly<Record<string, string>> = {
  chat_client: 'agent',
  tool_call: 'tool',
  vector_store: 'retriever',
  advisor: 'guardrail',
};

/** Spring AI names the operation of all that is no call of the model `framework`, and a conversation by a name of its own. */
export const springAi: Framework = {
  isOf: (has) => has('spring.ai.kind'),
  listNames: ({ attributes }) => [
    ['langfuse.observation.type', kinds[String(attributes.get('spring.ai.kind'))]],
    ['gen_ai.conversation.id', attributes.get('spring.ai.chat.client.conversation.id')],
    ['gen_ai.tool.name', attributes.get('spring.ai.tool.definition.name')],
  ],
  reads: ['spring.ai.kind', 'spring.ai.chat.client.conversation.id', 'spring.ai.tool.definition.name'],
};
