import type { Framework } from './framework.ts';

/** Langfuse's handler reports the graph of a LangChain agent, and the steps inside it, as mere spans. */
export const langfuseLangChain: Framework = {
  isOf: (has) => has('langfuse.observation.metadata.lc_agent_name'),
  listNames: ({ attributes }) =>
    attributes.get('langfuse.observation.type') === 'span' ? [['gen_ai.operation.name', 'invoke_agent']] : [],
};
