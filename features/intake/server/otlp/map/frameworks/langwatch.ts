import { isObject } from '../../decode/otlp-values.ts';
import { readObject, type Framework } from './framework.ts';

/** LangWatch names its agents and workflows by their spans, and has tokens and cost in JSON. */
export const langWatch: Framework = {
  words: ['langwatch'],
  isOf: (has) => has('langwatch.span.type'),
  listNames: ({ name, attributes }) => {
    const type = attributes.get('langwatch.span.type');
    const isRun = type === 'agent' || type === 'workflow';
    const { value } = readObject(attributes, 'langwatch.metrics');
    const metrics = isObject(value) ? value : {};
    return [
      ['gen_ai.agent.name', isRun ? name : undefined],
      ['gen_ai.usage.input_tokens', metrics['promptTokens']],
      ['gen_ai.usage.output_tokens', metrics['completionTokens']],
      ['gen_ai.usage.cost', metrics['cost']],
    ];
  },
  reads: ['langwatch.metrics'],
};
