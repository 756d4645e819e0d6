import { parseJson, type Attributes, type Value } from '../../decode/otlp-values.ts';
import { readObject, type Framework } from './framework.ts';

/** MLflow writes every value as JSON, and names a run by its outermost span. */
export const mlflow: Framework = {
  words: ['mlflow'],
  isOf: (has) => has('mlflow.spanType'),
  listNames: ({ name, parentSpanId, attributes }) => {
    const type = String(readValue(attributes, 'mlflow.spanType')).toLowerCase();
    const isRun = parentSpanId === null && ['agent', 'chain', 'workflow'].includes(type);
    const usage = readObject(attributes, 'mlflow.chat.tokenUsage');
    return [
      ['openinference.span.kind', type],
      ['gen_ai.conversation.id', readValue(attributes, 'mlflow.trace.session')],
      ['user.id', readValue(attributes, 'mlflow.trace.user')],
      ['gen_ai.agent.name', isRun ? name : undefined],
      ['gen_ai.tool.name', type === 'tool' ? name : undefined],
      ['gen_ai.request.model', readValue(attributes, 'mlflow.llm.model')],
      ['gen_ai.usage.input_tokens', usage['input_tokens']],
      ['gen_ai.usage.output_tokens', usage['output_tokens']],
      ['input.value', attributes.get('mlflow.spanInputs')],
      ['output.value', attributes.get('mlflow.spanOutputs')],
    ];
  },
  reads: [
    'mlflow.spanType',
    'mlflow.trace.session',
    'mlflow.trace.user',
    'mlflow.llm.model',
    'mlflow.chat.tokenUsage',
    'mlflow.spanInputs',
    'mlflow.spanOutputs',
  ],
};

function readValue(attributes: Attributes, name: string): Value | undefined {
  const value = attributes.get(name);
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}
