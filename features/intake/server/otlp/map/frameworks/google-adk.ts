import { readObject, type Framework } from './framework.ts';

/** Google's ADK has the messages of a call as JSON of Gemini, and `{}` where it keeps them, or calls a tool. */
export const googleAdk: Framework = {
  isOf: (has) => has('gcp.vertex.agent.llm_request') && !has('gen_ai.operation.name'),
  listNames: ({ attributes }) => [
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.conversation.id', attributes.get('gcp.vertex.agent.session_id')],
    ['gen_ai.input.messages', readObject(attributes, 'gcp.vertex.agent.llm_request')['contents']],
    ['gen_ai.output.messages', readObject(attributes, 'gcp.vertex.agent.llm_response')['content']],
  ],
};
