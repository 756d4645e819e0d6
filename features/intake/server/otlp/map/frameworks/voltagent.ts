import type { Framework } from './framework.ts';

const operations: Readonly<Record<string, string>> = {
  agent: 'invoke_agent',
  workflow: 'invoke_workflow',
  llm: 'chat',
  tool: 'execute_tool',
  retriever: 'retrieval',
  embedding: 'embeddings',
  guardrail: 'guardrail',
};

/** The names of VoltAgent are common words, but no one else has these together. */
export const voltAgent: Framework = {
  isOf: (has) => has('entity.type') && has('entity.name') && has('operation.id'),
  listNames: ({ attributes }) => {
    const type = String(attributes.get('span.type') ?? attributes.get('entity.type'));
    const operation = operations[type] ?? 'processor_run';
    const isRun = operation === 'invoke_agent' || operation === 'invoke_workflow';
    return [
      ['gen_ai.operation.name', operation],
      ['gen_ai.conversation.id', attributes.get('conversation.id')],
      ['gen_ai.agent.name', attributes.get('entity.name')],
      ['gen_ai.input.messages', isRun ? attributes.get('input') : undefined],
      ['gen_ai.output.messages', isRun ? attributes.get('output') : undefined],
      ['gen_ai.usage.input_tokens', attributes.get('usage.prompt_tokens')],
      ['gen_ai.usage.output_tokens', attributes.get('usage.completion_tokens')],
    ];
  },
};
