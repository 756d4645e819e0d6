import { readObject, type Framework } from './framework.ts';

/** Braintrust writes objects as JSON, and names a run by its outermost span. */
export const braintrust: Framework = {
  words: ['braintrust'],
  isOf: (has) => has('braintrust.span_attributes') || has('braintrust.input_json'),
  listNames: ({ name, parentSpanId, attributes }) => {
    const type = String(readObject(attributes, 'braintrust.span_attributes')['type'] ?? '');
    const isRun = parentSpanId === null && ['task', 'function', ''].includes(type);
    const metadata = readObject(attributes, 'braintrust.metadata');
    const metrics = readObject(attributes, 'braintrust.metrics');
    return [
      ['openinference.span.kind', isRun ? 'agent' : type],
      ['gen_ai.agent.name', isRun ? name : undefined],
      ['gen_ai.tool.name', type === 'tool' ? name : undefined],
      ['gen_ai.conversation.id', metadata['conversation_id'] ?? metadata['session_id'] ?? metadata['thread_id']],
      ['user.id', metadata['user_id']],
      ['gen_ai.request.model', metadata['model']],
      ['gen_ai.usage.input_tokens', metrics['prompt_tokens']],
      ['gen_ai.usage.output_tokens', metrics['completion_tokens']],
      ['input.value', attributes.get('braintrust.input_json') ?? attributes.get('braintrust.input')],
      ['output.value', attributes.get('braintrust.output_json') ?? attributes.get('braintrust.output')],
    ];
  },
  reads: [
    'braintrust.span_attributes',
    'braintrust.metadata',
    'braintrust.metrics',
    'braintrust.input_json',
    'braintrust.input',
    'braintrust.output_json',
    'braintrust.output',
  ],
};
