import type * as z from 'zod';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { testStartMs, toJsonSpan } from '#features/intake/server/otlp/testing/json-export.ts';

export type Conversation = z.input<typeof IntakeConversation>;

/** Runs of one skill in one conversation. */
export interface Runs {
  readonly conversation: string;
  readonly skill: string;
  /** Number of those that took place. */
  readonly count: number;
  /** Number of those after them, which were released, and are reported all the same. */
  readonly released: number;
  /** Place of the skill in its conversation. */
  readonly place: number;
}

/** Tokens that telemetry reports of each run. */
export const tokensOfRun = { input: 20, output: 8 };

/** Seconds after the beginning of the tests' time: no two runs of a conversation at once. */
const toStart = ({ place }: Runs, number: number): number => 1200 * place + 60 * number;
export const toTexts = ({ conversation, skill }: Runs, number: number) =>
  ['Question', 'Answer'].map((word) => `${word} ${conversation}/${skill}/${number}`);

/** Messages of the assistant itself, by a clock that is a second late. */
export const toMessages = (runs: Runs, numbers: readonly number[], startMs: number) =>
  numbers.flatMap((number) =>
    toTexts(runs, number).map((value, place) => ({
      id: value,
      date: new Date(startMs + 1000 * (toStart(runs, number) + 1 + place)).toISOString(),
      isAssistant: place === 1,
      data: [{ type: 'text' as const, value }],
    })),
  );

export const toKey = ({ conversation, skill }: Runs) => `${conversation} ${skill}`;

export function toRunSpan(
  trace: number,
  run: Runs,
  { number, request, startMs }: { number: number; request: string | undefined; startMs: number },
): object {
  const [question = '', answer = ''] = toTexts(run, number);
  return toJsonSpan({
    trace,
    span: 1,
    start: (startMs - testStartMs) / 1000 + toStart(run, number),
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': run.conversation,
      'gen_ai.skill.name': run.skill,
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: question }]),
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', content: answer }]),
      'gen_ai.usage.input_tokens': tokensOfRun.input,
      'gen_ai.usage.output_tokens': tokensOfRun.output,
      ...(request !== undefined && { 'portal.request.id': request }),
    },
  });
}
