import type { ToolCall, Turn } from '#contract/intake/intake.ts';
import { answerTimeBounds, findAnswerTimeBucket } from '../../../lib/answer-times.ts';
import {
  bigints,
  booleans,
  dates,
  integers,
  smallints,
  texts,
  type ArrayColumn,
  type ArrayColumns,
} from '../../../sql/row-arrays.ts';
import type { CompanyTransaction } from '../../../sql/sql.ts';
import type { Conversation, ConversationChange } from '../conversation.ts';
import { declareRollupWrites } from '../rollups/rollup-writes.ts';
import { isFailed } from './stored-turns.ts';

/*
 * The roll-ups of turns by the day of their conversation. Each is said twice, as the difference that a change makes and as a
 * select over the stored turns; `rollups:verify` and a test compare the two.
 */

type Key = string | number | boolean;

interface TurnRollup {
  readonly table: string;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** Counts what the turns of a conversation add. */
  readonly count: (turns: readonly Turn[]) => readonly Counted[];
  readonly columns: ArrayColumns;
  /** The key and the sums of the turns `t` of the conversations `c`, in their order; `join` adds rows of a turn. */
  readonly select: {
    readonly key: string;
    readonly sums: readonly string[];
    readonly condition: string;
    readonly join?: string;
  };
}

interface Counted {
  readonly key: Key;
  readonly sums: readonly number[];
}

const models: TurnRollup = {
  table: 'model_daily_stats',
  keys: ['day', 'model', 'technical'],
  sums: ['turns', 'failed', 'input_tokens', 'output_tokens', 'conversations'],
  count: (turns) => [
    ...turns.map((turn) => ({
      key: turn.model ?? '',
      sums: [1, Number(isFailed(turn)), turn.inputTokens ?? 0, turn.outputTokens ?? 0, 0],
    })),
    ...[...new Set(turns.map(({ model = '' }) => model))].map((key) => ({ key, sums: [0, 0, 0, 0, 1] })),
  ],
  columns: {
    day: dates,
    model: texts,
    technical: booleans,
    turns: integers,
    failed: integers,
    inputTokens: bigints,
    outputTokens: bigints,
    conversations: integers,
  },
  select: {
    key: `coalesce(t.turn->>'model', '')`,
    sums: [
      'count(*)',
      `count(*) filter (where t.turn->>'error' is not null or t.turn->>'errorType' is not null)`,
      `sum(coalesce((t.turn->>'inputTokens')::bigint, 0))`,
      `sum(coalesce((t.turn->>'outputTokens')::bigint, 0))`,
      'count(distinct c.id)',
    ],
    condition: 'true',
  },
};

const answerTimes: TurnRollup = {
  table: 'answer_time_daily_stats',
  keys: ['day', 'bucket', 'technical'],
  sums: ['answers'],
  count: (turns) =>
    turns.flatMap(({ durationMs }) =>
      durationMs === undefined ? [] : [{ key: findAnswerTimeBucket(durationMs), sums: [1] }],
    ),
  columns: { day: dates, bucket: smallints, technical: booleans, answers: integers },
  select: {
    key: `width_bucket((t.turn->>'durationMs')::int, array[${answerTimeBounds.join(', ')}])`,
    sums: ['count(*)'],
    condition: `t.turn->>'durationMs' is not null`,
  },
};

const tools: TurnRollup = {
  table: 'tool_daily_stats',
  keys: ['day', 'tool', 'technical'],
  sums: ['calls', 'failed_calls', 'conversations', 'failed'],
  count: (turns) => {
    const calls = turns.flatMap((turn) => turn.tools ?? []);
    const failed = calls.filter(({ error }) => error !== undefined);
    const toDistinct = (each: readonly ToolCall[], sums: readonly number[]) =>
      [...new Set(each.map(({ name }) => name))].map((key) => ({ key, sums }));
    return [
      ...calls.map(({ name, error }) => ({ key: name, sums: [1, Number(error !== undefined), 0, 0] })),
      ...toDistinct(calls, [0, 0, 1, 0]),
      ...toDistinct(failed, [0, 0, 0, 1]),
    ];
  },
  columns: {
    day: dates,
    tool: texts,
    technical: booleans,
    calls: integers,
    failedCalls: integers,
    conversations: integers,
    failed: integers,
  },
  select: {
    key: `u.tool->>'name'`,
    sums: [
      'count(*)',
      `count(*) filter (where u.tool->>'error' is not null)`,
      'count(distinct c.id)',
      `count(distinct c.id) filter (where u.tool->>'error' is not null)`,
    ],
    condition: 'true',
    join: `cross join lateral jsonb_array_elements(coalesce(t.turn->'tools', '[]')) as u (tool)`,
  },
};

const turnRollups = [models, answerTimes, tools];

/** Selects what a roll-up has to hold for the conversations of `condition`. */
export const turnRollupChecks = turnRollups.map(({ table, keys, sums, select }) => ({
  table,
  keys,
  sums,
  toSelect: (condition: string) => `
    select day, ${select.key} as ${keys[1] ?? ''}, technical, ${sums.map((sum, index) => `${select.sums[index] ?? ''} as ${sum}`).join(', ')}
    from conversations c cross join lateral jsonb_array_elements(c.turns) as t (turn) ${select.join ?? ''}
    where ${condition} and ${select.condition} group by 1, 2, 3`,
}));

const updates = turnRollups.map((rollup) => ({
  rollup,
  ...declareRollupWrites<Key>({ ...rollup, columns: rollup.columns as Record<string, ArrayColumn<Key>> }),
}));

const toRow = ({ columns }: TurnRollup, values: readonly Key[]): Record<string, Key> =>
  Object.fromEntries(Object.keys(columns).map((name, index) => [name, values[index] ?? 0]));

/** Adds the difference that the changes make to the roll-ups of turns, and deletes rows in which nothing is left. */
export async function updateTurnRollups(tx: CompanyTransaction, changes: readonly ConversationChange[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => isCountedAnew(before, after));
  if (changed.length === 0) return;
  await Promise.all(
    updates.flatMap(({ rollup, encode, add, deleteEmpty }) => {
      const deltas = toDeltas(rollup, changed);
      const encodeDeltas = (rows: readonly Delta[]) =>
        encode(rows.map(({ keys, sums: added }) => toRow(rollup, [...keys, ...added])));
      const fewer = deltas.filter(({ sums: [first = 0] }) => first < 0);
      return [
        ...(deltas.length === 0 ? [] : [tx.run(add, encodeDeltas(deltas))]),
        ...(fewer.length === 0 ? [] : [tx.run(deleteEmpty, encodeDeltas(fewer))]),
      ];
    }),
  );
}

/** Answers whether a change differs in turns, day or `technical`. Without turns before and after nothing differs. */
function isCountedAnew(before: Conversation | undefined, after: Conversation | undefined): boolean {
  if (!before?.turns && !after?.turns) return false;
  return before?.turns !== after?.turns || before?.day !== after?.day || before?.technical !== after?.technical;
}

interface Delta {
  readonly keys: readonly Key[];
  readonly sums: readonly number[];
}

/** In the order of the key, so that two transactions lock rows in one order; without rows that stay the same. */
function toDeltas(rollup: TurnRollup, changes: readonly ConversationChange[]): Delta[] {
  const deltas = new Map<string, Delta>();
  const count = (conversation: Conversation | undefined, sign: 1 | -1) => {
    if (!conversation?.turns) return;
    for (const counted of rollup.count(conversation.turns.list)) {
      const keys = [conversation.day, counted.key, conversation.technical];
      const id = JSON.stringify(keys);
      const sums = counted.sums.map((sum, index) => (deltas.get(id)?.sums[index] ?? 0) + sign * sum);
      deltas.set(id, { keys, sums });
    }
  };
  for (const { before, after } of changes) {
    count(before, -1);
    count(after, 1);
  }
  return [...deltas]
    .filter(([, { sums }]) => sums.some((sum) => sum !== 0))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, delta]) => delta);
}
