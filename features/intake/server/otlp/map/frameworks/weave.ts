import type { Framework } from './framework.ts';

/** Weave marks a turn of a thread, and knows it by the name of its span. */
export const weave: Framework = {
  words: ['wandb', 'weave'],
  isOf: (has) => has('wandb.is_turn') || has('wandb.thread_id'),
  listNames: ({ name, attributes }) => {
    const isTurn = String(attributes.get('wandb.is_turn')).toLowerCase() === 'true';
    return isTurn
      ? [
          ['openinference.span.kind', 'agent'],
          ['gen_ai.agent.name', name],
        ]
      : [];
  },
  reads: ['wandb.is_turn'],
};
