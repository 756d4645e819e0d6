import { readObject, type Framework, type Names } from './framework.ts';

const operations: Readonly<Record<string, string>> = {
  flow: 'invoke_workflow',
  agent: 'invoke_agent',
  model: 'chat',
  tool: 'execute_tool',
  embedder: 'embeddings',
  retriever: 'retrieval',
};

/** Genkit says all in JSON of its own; of messages those of its models alone are read, because a flow has any input. */
export const genkit: Framework = {
  words: ['genkit'],
  isOf: (has) => has('genkit:type'),
  listNames: ({ attributes }) => {
    const operation = operations[String(attributes.get('genkit:metadata:subtype'))];
    const name = attributes.get('genkit:name');
    const common: Names = [
      ['gen_ai.operation.name', operation],
      ['gen_ai.conversation.id', attributes.get('genkit:sessionId')],
    ];
    if (operation === 'execute_tool') return [...common, ['gen_ai.tool.name', name]];
    if (operation === 'invoke_workflow') return [...common, ['gen_ai.workflow.name', name]];
    if (operation === 'invoke_agent') return [...common, ['gen_ai.agent.name', name]];
    if (operation !== 'chat') return common;
    const [input, output] = [readObject(attributes, 'genkit:input'), readObject(attributes, 'genkit:output')];
    const usage = readObject(new Map([['usage', output['usage'] ?? null]]), 'usage');
    return [
      ...common,
      // With its provider before it: `openai/gpt-4o-mini`.
      ['gen_ai.request.model', String(name).replace(/^[^/]+\//, '')],
      ['gen_ai.input.messages', input['messages']],
      ['gen_ai.output.messages', output['message']],
      ['gen_ai.usage.input_tokens', usage['inputTokens']],
      ['gen_ai.usage.output_tokens', usage['outputTokens']],
    ];
  },
};
