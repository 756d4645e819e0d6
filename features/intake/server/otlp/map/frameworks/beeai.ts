import { failed, type Framework } from './framework.ts';

/** The name that BeeAI's instrumentation gives each outermost span, by which its runs are mapped. */
const skill = 'beeai-framework-main';

/**
 * BeeAI's instrumentation reports each event as a span. Of a tool the one that says how the call ended stands for the call; events of
 * an agent have no name of their own, so that they show its run where the outermost span is lost.
 */
export const beeAi: Framework = {
  isOf: (has) => has('target') && has('openinference.span.kind'),
  listNames: ({ attributes }) => {
    if (String(attributes.get('target')).startsWith('agent.')) return [['gen_ai.agent.name', skill]];
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
