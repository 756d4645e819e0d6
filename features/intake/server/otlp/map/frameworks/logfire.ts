import { isObject, parseJson, type Attributes, type Value } from '../../decode/otlp-values.ts';
import { readObject, type Framework, type Names } from './framework.ts';

const lists = ['all_messages_events', 'events'];

/** Logfire for Python: plain names, and messages as a list of the events of older conventions. */
export const logfire: Framework = {
  words: [],
  isOf: (has) =>
    has('agent_trace_id') ||
    has('all_messages_events') ||
    (has('agent_name') && has('model_name')) ||
    (has('request_data') && has('gen_ai.request.model')) ||
    (has('logfire.msg_template') && (has('events') || has('gen_ai.system') || has('gen_ai.operation.name'))),
  listNames: ({ attributes }) => [
    ...listKinds(attributes),
    ...listMessages(attributes),
    ['gen_ai.agent.name', attributes.get('agent_name')],
  ],
  reads: ['agent_name', 'agent_trace_id', 'group_id', 'request_data', 'response_data', ...lists],
};

/** The spans of OpenAI Agents, by the texts that name them. */
function listKinds(attributes: Attributes): Names {
  const template = String(attributes.get('logfire.msg_template') ?? '');
  const name = attributes.get('name');
  if (attributes.has('agent_trace_id')) {
    const group = attributes.get('group_id');
    return [['gen_ai.conversation.id', group === 'null' ? undefined : group]];
  }
  if (template.startsWith('Agent run:'))
    return [
      ['openinference.span.kind', 'agent'],
      ['gen_ai.agent.name', name],
    ];
  if (template.startsWith('Function:'))
    return [
      ['openinference.span.kind', 'tool'],
      ['gen_ai.tool.name', name],
    ];
  if (/^(?:Chat completion|Responses API)/.test(template)) return [['gen_ai.operation.name', 'chat']];
  return attributes.has('agent_name') && attributes.has('model_name') ? [['openinference.span.kind', 'agent']] : [];
}

function listMessages(attributes: Attributes): Names {
  const events = lists.map((name) => readList(attributes.get(name))).find((list) => list.length > 0);
  // All in one list: what follows the last message of the user is the answer.
  if (events) return [['gen_ai.output.messages', events.map(openEvent)]];
  const [request, response] = [readObject(attributes, 'request_data'), readObject(attributes, 'response_data')];
  return [
    ['gen_ai.input.messages', request['messages'] ?? request['input']],
    ['gen_ai.output.messages', response['message'] ?? response['combined_chunk_content']],
  ];
}

function readList(value: Value | undefined): readonly Value[] {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return Array.isArray(parsed) ? (parsed as readonly Value[]) : [];
}

/** A choice has its message inside; of others the name of the event is the role. */
function openEvent(event: Value): Value {
  if (!isObject(event)) return event;
  const [, role] = /^gen_ai\.(\w+)\.message$/.exec(String(event['event.name'])) ?? [];
  const message = isObject(event['message']) ? event['message'] : event;
  return { role: event['event.name'] === 'gen_ai.choice' ? 'assistant' : (role ?? 'user'), content: null, ...message };
}
