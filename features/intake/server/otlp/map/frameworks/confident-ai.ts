import type { Framework } from './framework.ts';

/** Confident AI names a turn on its outermost span. */
export const confidentAi: Framework = {
  words: ['confident'],
  isOf: (has) => has('confident.span.type') || has('confident.trace.thread_id') || has('confident.trace.name'),
  listNames: ({ name, parentSpanId, attributes }) => {
    const get = (...names: readonly string[]) =>
      names.map((each) => attributes.get(each)).find((value) => value !== undefined);
    const type = get('confident.span.type');
    const isTurn = parentSpanId === null && (type === undefined || type === 'base');
    return [
      ['openinference.span.kind', isTurn ? 'agent' : type],
      ['gen_ai.conversation.id', get('confident.trace.thread_id', 'confident.trace.thread.id')],
      ['user.id', get('confident.trace.user_id')],
      ['gen_ai.agent.name', get('confident.agent.name', 'confident.trace.name') ?? (isTurn ? name : undefined)],
      ['gen_ai.tool.name', type === 'tool' ? (get('confident.tool.name', 'confident.span.name') ?? name) : undefined],
      ['gen_ai.request.model', get('confident.llm.model')],
      ['gen_ai.usage.input_tokens', get('confident.llm.input_token_count')],
      ['gen_ai.usage.output_tokens', get('confident.llm.output_token_count')],
      ['input.value', get('confident.span.input', 'confident.trace.input')],
      ['output.value', get('confident.span.output', 'confident.trace.output')],
    ];
  },
  reads: [
    'confident.span.type',
    'confident.trace.thread_id',
    'confident.trace.thread.id',
    'confident.trace.user_id',
    'confident.trace.name',
    'confident.agent.name',
    'confident.tool.name',
    'confident.span.name',
    'confident.llm.model',
    'confident.llm.input_token_count',
    'confident.llm.output_token_count',
    'confident.span.input',
    'confident.trace.input',
    'confident.span.output',
    'confident.trace.output',
  ],
};
