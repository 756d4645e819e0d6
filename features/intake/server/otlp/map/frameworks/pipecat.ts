import type { Framework } from './framework.ts';

const spans: Readonly<Record<string, string>> = { stt: 'processor_run', tts: 'processor_run', turn: 'invoke_agent' };

/** Pipecat has a span for each turn of a call, inside that of the call; a call of the model has plain names for its texts. */
export const pipecat: Framework = {
  isOf: (has) =>
    has('turn.number') ||
    (has('conversation.id') && has('conversation.type')) ||
    (has('metrics.ttfb') && (has('gen_ai.operation.name') || has('voice_id') || has('transcript'))),
  listNames: ({ name, attributes }) => {
    const isCall = name.startsWith('llm') || attributes.get('gen_ai.operation.name') === 'chat';
    return [
      // Below what a call of the model says itself.
      ['gen_ai.operation.name', isCall ? 'chat' : spans[name]],
      ['gen_ai.conversation.id', attributes.get('conversation.id')],
      ['gen_ai.input.messages', isCall ? attributes.get('input') : undefined],
      ['gen_ai.output.messages', isCall ? attributes.get('output') : undefined],
      ['gen_ai.client.operation.time_to_first_chunk', isCall ? attributes.get('metrics.ttfb') : undefined],
    ];
  },
  reads: ['turn.number', 'metrics.ttfb', 'conversation.type'],
};
