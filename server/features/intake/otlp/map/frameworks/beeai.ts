import { failed } from './framework.ts';
import type { Framework } from './framework.ts';

/** BeeAI's instrumentation reports each event of a tool as a span: the one that says how the call ended stands for it. */
export const beeAi: Framework = {
  isOf: (has) => has('target') && has('openinference.span.kind'),
  listNames: ({ attributes }) => {
    const [, name, event] = /^tool\.(?:\w+\.)?(.+)\.(\w+)$/.exec(String(attributes.get('target'))) ?? [];
    if (name === undefined) return [];
    if (event === 'success') return [['gen_ai.tool.name', name]];
    if (event === 'error') {
      return [
        ['gen_ai.tool.name', name],
        ...failed,
        ['error.type', attributes.get('exception.type')],
        ['error.message', attributes.get('exception.message')],
      ];
    }
    return [['gen_ai.operation.name', 'processor_run']];
  },
};
