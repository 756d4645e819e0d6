import { isObject, type Value } from '../../decode/otlp-values.ts';
import { readObject, type Framework, type NamedSpan, type Names } from './framework.ts';

/** Haystack writes what its pipelines, agents and components were given and gave back as JSON, where it is set to. */
export const haystack: Framework = {
  words: ['haystack'],
  isOf: (has) =>
    ['haystack.pipeline.metadata', 'haystack.pipeline.input_data', 'haystack.component.type'].some(has) ||
    ['haystack.agent.max_steps', 'haystack.agent.input'].some(has),
  listNames: (span) => {
    if (span.attributes.has('haystack.component.type')) return listComponent(span);
    const metadata = readObject(span.attributes, 'haystack.pipeline.metadata');
    const isAgent = span.name === 'haystack.agent.run';
    const kind = isAgent ? 'agent' : 'pipeline';
    return [
      ['gen_ai.operation.name', isAgent ? 'invoke_agent' : 'invoke_workflow'],
      ['gen_ai.workflow.name', metadata['name'] ?? metadata['pipeline_name']],
      ['gen_ai.conversation.id', metadata['conversation_id'] ?? metadata['session_id'] ?? metadata['thread_id']],
      ['user.id', metadata['user_id']],
      ['input.value', openState(span, isAgent ? 'haystack.agent.input' : `haystack.${kind}.input_data`)],
      ['output.value', openState(span, isAgent ? 'haystack.agent.output' : `haystack.${kind}.output_data`)],
    ];
  },
  reads: [
    'haystack.pipeline.metadata',
    'haystack.pipeline.input_data',
    'haystack.pipeline.output_data',
    'haystack.agent.input',
    'haystack.agent.output',
    'haystack.component.type',
    'haystack.component.name',
    'haystack.component.input',
    'haystack.component.output',
  ],
};

function listComponent({ attributes }: NamedSpan): Names {
  const type = String(attributes.get('haystack.component.type'));
  if (type === 'Agent') return [['openinference.span.kind', 'chain']];
  if (type === 'ToolInvoker')
    return [
      ['gen_ai.tool.name', attributes.get('haystack.component.name')],
      ['openinference.span.kind', 'tool'],
    ];
  if (!type.endsWith('Generator')) return [['gen_ai.operation.name', 'processor_run']];
  const output = readObject(attributes, 'haystack.component.output');
  const [reply] = [output['replies'] ?? []].flat();
  const meta = isObject(reply) ? (reply['meta'] ?? reply['_meta']) : [output['meta'] ?? null].flat()[0];
  const usage = isObject(meta) ? meta['usage'] : undefined;
  const { prompt_tokens: prompt, completion_tokens: completion } = isObject(usage) ? usage : {};
  return [
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.request.model', isObject(meta) ? meta['model'] : undefined],
    ['gen_ai.usage.input_tokens', prompt],
    ['gen_ai.usage.output_tokens', completion],
    ['input.value', attributes.get('haystack.component.input')],
    ['output.value', output['replies']],
  ];
}

/** A pipeline's data are those of its components by their names, of which the first that has messages counts. */
function openState({ attributes }: NamedSpan, name: string): Value | undefined {
  const state = readObject(attributes, name);
  const all: readonly Value[] = [state, ...Object.values(state).toReversed()];
  const named = ['replies', 'messages', 'query', 'question', 'answers', 'prompt', 'text', 'last_message'];
  for (const each of all) {
    if (!isObject(each)) continue;
    const found = named.map((field) => each[field]).find((value) => value !== undefined && value !== null);
    if (found !== undefined) return found;
  }
  return Object.keys(state).length === 0 ? undefined : state;
}
