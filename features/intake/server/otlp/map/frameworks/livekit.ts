import { failed, type Framework } from './framework.ts';

const operations: Readonly<Record<string, string>> = { agent_turn: 'agent', function_tool: 'tool' };

/** LiveKit's agents have a span for each turn; the room is the conversation. */
export const liveKit: Framework = {
  words: ['lk'],
  isOf: (has) =>
    ['lk.agent_name', 'lk.room_name', 'lk.generation_id', 'lk.response.text', 'lk.function_tool.name'].some(has),
  listNames: ({ name, attributes }) => [
    ['langfuse.observation.type', operations[name]],
    ['gen_ai.conversation.id', attributes.get('lk.room_name')],
    ['user.id', attributes.get('lk.participant_identity')],
    ['gen_ai.agent.name', attributes.get('lk.agent_name') ?? attributes.get('lk.agent_label')],
    ['gen_ai.tool.name', attributes.get('lk.function_tool.name')],
    ['gen_ai.input.messages', attributes.get('lk.user_input')],
    ['gen_ai.output.messages', attributes.get('lk.response.text')],
    ...(String(attributes.get('lk.function_tool.is_error')) === 'true' ? failed : []),
  ],
  reads: [
    'lk.room_name',
    'lk.participant_identity',
    'lk.agent_name',
    'lk.agent_label',
    'lk.function_tool.name',
    'lk.function_tool.is_error',
    'lk.user_input',
    'lk.response.text',
  ],
};
