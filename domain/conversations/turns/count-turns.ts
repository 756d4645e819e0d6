import type { ToolCall, Turn } from '#features/intake/contract/intake.ts';
import { findAnswerTimeBucket } from '#server/lib/answer-times.ts';

export type TurnKey = string | number;

/** The addition of a conversation to one row of a roll-up. */
export interface Counted {
  readonly key: TurnKey;
  /** In the order of the roll-up's sums. */
  readonly sums: readonly number[];
}

/** Additions of the turns of a conversation to the roll-ups of turns; each key once. */
export interface TurnCounts {
  readonly models: readonly Counted[];
  readonly answerTimes: readonly Counted[];
  readonly tools: readonly Counted[];
}

/** Counts the turns of one conversation. */
export function countTurns(turns: readonly Turn[]): TurnCounts {
  const calls = turns.flatMap((turn) => turn.tools ?? []);
  return {
    models: addUp([
      ...turns.map((turn) => ({
        key: turn.model ?? '',
        sums: [1, Number(isFailed(turn)), turn.inputTokens ?? 0, turn.outputTokens ?? 0, 0],
      })),
      ...toDistinct(
        turns.map(({ model = '' }) => model),
        [0, 0, 0, 0, 1],
      ),
    ]),
    answerTimes: addUp(
      turns.flatMap(({ durationMs }) =>
        durationMs === undefined ? [] : [{ key: findAnswerTimeBucket(durationMs), sums: [1] }],
      ),
    ),
    tools: addUp([
      ...calls.map(({ name, error }) => ({ key: name, sums: [1, Number(error !== undefined), 0, 0] })),
      ...toDistinct(calls.map(toName), [0, 0, 1, 0]),
      ...toDistinct(calls.filter(({ error }) => error !== undefined).map(toName), [0, 0, 0, 1]),
    ]),
  };
}

export const isFailed = ({ error, errorType }: Turn): boolean => error !== undefined || errorType !== undefined;

const toName = ({ name }: ToolCall) => name;
const toDistinct = (keys: readonly string[], sums: readonly number[]) =>
  [...new Set(keys)].map((key) => ({ key, sums }));

function addUp(counted: readonly Counted[]): Counted[] {
  const sums = new Map<TurnKey, number[]>();
  for (const { key, sums: added } of counted) {
    const sum = sums.get(key);
    if (sum) added.forEach((value, index) => (sum[index] = (sum[index] ?? 0) + value));
    else sums.set(key, [...added]);
  }
  return [...sums].map(([key, sum]) => ({ key, sums: sum }));
}
