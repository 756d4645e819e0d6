import { isObject, type Attributes } from '../../decode/otlp-values.ts';
import { readObject, type Framework, type Names } from './framework.ts';

const unprefixed = ['threadId', 'resourceId', 'sessionId', 'userId'];

/** Mastra before its release 1 has names without a prefix. */
export const mastra: Framework = {
  words: ['mastra'],
  isOf: (has) => has('mastra.span.type'),
  listNames: ({ attributes }) => {
    const type = String(attributes.get('mastra.span.type'));
    return [
      ...unprefixed.map((name): Names[number] => [`mastra.metadata.${name}`, attributes.get(name)]),
      [`mastra.${type}.input`, attributes.get('input')],
      [`mastra.${type}.output`, attributes.get('output')],
      ...(type === 'model_chunk' ? listError(attributes) : []),
    ];
  },
  reads: ['mastra.span.type', ...unprefixed],
};

/** It says why a call of the model failed in a piece of its answer alone. */
function listError(attributes: Attributes): Names {
  const name = attributes.has('mastra.model_chunk.output') ? 'mastra.model_chunk.output' : 'output';
  const output = readObject(attributes, name);
  const error = output['type'] === 'error' ? output['error'] : undefined;
  if (!isObject(error)) return [];
  return [
    ['gen_ai.response.finish_reasons', 'error'],
    ['error.type', error['name']],
    ['error.message', error['message']],
  ];
}
