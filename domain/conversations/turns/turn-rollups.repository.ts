import { answerTimeBounds } from '#server/lib/answer-times.ts';
import { runInPieces, startInPieces, type Steps } from '#server/lib/concurrency/pieces.ts';
import {
  bigints,
  booleans,
  dates,
  integers,
  smallints,
  texts,
  type ArrayColumn,
  type ArrayColumns,
} from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { Conversation, ConversationChange } from '../conversation.ts';
import { declareRollupWrites } from '../rollups/rollup-writes.ts';
import type { TurnCounts, TurnKey } from './count-turns.ts';

/*
 * The roll-ups of turns by the day of their conversation. Each is said twice, as the difference that a change makes and as a
 * select over the stored turns; `rollups:verify` and a test compare the two.
 */

type Key = TurnKey | boolean;

interface TurnRollup {
  readonly table: string;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** Which counts of a conversation's turns it adds up. */
  readonly counts: keyof TurnCounts;
  readonly columns: ArrayColumns;
  /** The key and the sums of the turns `t` of the conversations `c`, in their order; `join` adds rows of a turn. */
  readonly select: {
    readonly key: string;
    readonly sums: readonly string[];
    readonly condition: string;
    readonly join?: string;
  };
}

const models: TurnRollup = {
  table: 'model_daily_stats',
  keys: ['day', 'model', 'technical'],
  sums: ['turns', 'failed', 'input_tokens', 'output_tokens', 'conversations'],
  counts: 'models',
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
  counts: 'answerTimes',
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
  counts: 'tools',
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
  const all = updates.map(async (update) => ({
    ...update,
    deltas: await runInPieces(toDeltas(update.rollup, changed)),
  }));
  const writes = (await Promise.all(all)).flatMap(({ rollup, encode, add, deleteEmpty, deltas }) => {
    const run = (statement: typeof add, rows: readonly Delta[]) => () =>
      tx.run(statement, encode(rows.map(({ keys, sums: added }) => toRow(rollup, [...keys, ...added]))));
    const fewer = deltas.filter(({ sums: [first = 0] }) => first < 0);
    return [
      ...(deltas.length === 0 ? [] : [run(add, deltas)]),
      ...(fewer.length === 0 ? [] : [run(deleteEmpty, fewer)]),
    ];
  });
  await startInPieces(writes);
}

/** Answers whether a change differs in turns, day or `technical`. Without turns before and after nothing differs. */
function isCountedAnew(before: Conversation | undefined, after: Conversation | undefined): boolean {
  if (!before?.turns && !after?.turns) return false;
  return before?.turns !== after?.turns || before?.day !== after?.day || before?.technical !== after?.technical;
}

interface Delta {
  readonly keys: readonly Key[];
  readonly sums: number[];
}

/** In one order of the keys, so that two transactions lock rows in one order; without rows that stay the same. */
function* toDeltas(rollup: TurnRollup, changes: readonly ConversationChange[]): Steps<Delta[]> {
  const deltas = new Map<string, Delta>();
  const count = (conversation: Conversation | undefined, sign: 1 | -1) => {
    if (!conversation?.turns) return;
    const { day, technical, turns } = conversation;
    for (const { key, sums } of turns.counts[rollup.counts]) {
      const id = `${day} ${technical} ${key}`;
      const delta = deltas.get(id) ?? { keys: [day, key, technical], sums: sums.map(() => 0) };
      sums.forEach((sum, index) => (delta.sums[index] = (delta.sums[index] ?? 0) + sign * sum));
      deltas.set(id, delta);
    }
  };
  for (const { before, after } of changes) {
    count(before, -1);
    count(after, 1);
    yield;
  }
  yield;
  return [...deltas]
    .filter(([, { sums }]) => sums.some((sum) => sum !== 0))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, delta]) => delta);
}
