import type { Attributes, Value } from '../../decode/otlp-values.ts';
import type { Framework } from './framework.ts';

const kinds: Readonly<Record<string, string>> = { model: 'llm', tool: 'tool' };
const prefix = 'honeyhive_inputs.';

/** HoneyHive names a run by its outermost event, whose arguments it flattens. */
export const honeyHive: Framework = {
  words: ['honeyhive', 'honeyhive_inputs', 'honeyhive_outputs', 'honeyhive_metadata', 'honeyhive_user_properties'],
  isOf: (has) => has('honeyhive_event_type'),
  listNames: ({ name, parentSpanId, attributes }) => {
    const type = String(attributes.get('honeyhive_event_type')).toLowerCase();
    const event = attributes.get('honeyhive_event_name') ?? name;
    const isRun = parentSpanId === null && kinds[type] === undefined;
    return [
      ['openinference.span.kind', isRun ? 'agent' : (kinds[type] ?? 'step')],
      ['gen_ai.conversation.id', attributes.get('honeyhive_session_id')],
      ['user.id', attributes.get('honeyhive_user_properties.user_id') ?? attributes.get('honeyhive_user_id')],
      ['gen_ai.agent.name', isRun ? event : undefined],
      ['gen_ai.tool.name', type === 'tool' ? event : undefined],
      ['gen_ai.request.model', attributes.get('honeyhive_config.model')],
      ['traceloop.entity.input', readInputs(attributes)],
      ['traceloop.entity.output', attributes.get('honeyhive_outputs.result') ?? attributes.get('honeyhive_outputs')],
    ];
  },
  reads: [
    'honeyhive_event_type',
    'honeyhive_event_name',
    'honeyhive_session_id',
    'honeyhive_outputs.result',
    'honeyhive_outputs',
  ],
};

/** The arguments in their order, as texts. */
function readInputs(attributes: Attributes): Value | undefined {
  const args = [...attributes].filter(([name]) => name.startsWith(prefix)).map(([, value]) => value);
  return args.length === 0 ? attributes.get('honeyhive_inputs') : { args };
}
