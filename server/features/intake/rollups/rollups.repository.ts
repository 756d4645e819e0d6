import { booleans, dates, integers, smallints } from '../../../sql/row-arrays.ts';
import type { ArrayColumn } from '../../../sql/row-arrays.ts';
import { toMonthStart } from '../../../sql/sql-arrays.ts';
import type { CompanyTransaction } from '../../../sql/sql.ts';
import type { Conversation, ConversationChange } from '../ingest/apply-batches.ts';
import { declareRollupWrites } from './rollup-writes.ts';

/** How one roll-up follows from conversations: what it groups by, and what it counts. */
export interface Rollup {
  readonly table: string;
  /** In the order of its primary key. */
  readonly keys: readonly RollupKey[];
  readonly sums: readonly RollupSum[];
}

/** In the order of the numbers under which statuses are stored, from 1. */
export const statusSums = ['completed', 'processing', 'failed', 'escaped', 'error'] as const;

export type RollupKey = keyof typeof keyColumns;
export type RollupSum = 'conversations' | 'messages' | 'api_calls' | (typeof statusSums)[number];

/** How the values of a key are sent; all are numbers here, `technical` is 0 or 1. */
const keyColumns = {
  day: dates,
  month: dates,
  hour: smallints,
  skill_number: integers,
  user_number: integers,
  status: smallints,
  technical: { ...booleans, encode: (values: readonly number[]) => booleans.encode(values.map(Boolean)) },
};

const ofSkill = {
  keys: ['skill_number', 'status', 'technical'],
  sums: ['conversations', 'messages', 'api_calls'],
} as const;
const ofUser = { keys: ['user_number', 'technical'], sums: ['messages', ...statusSums] } as const;

export const rollups: readonly Rollup[] = [
  { table: 'skill_daily_stats', keys: ['day', ...ofSkill.keys], sums: ofSkill.sums },
  { table: 'skill_monthly_stats', keys: ['month', ...ofSkill.keys], sums: ofSkill.sums },
  { table: 'user_daily_stats', keys: ['day', ...ofUser.keys], sums: ofUser.sums },
  { table: 'user_monthly_stats', keys: ['month', ...ofUser.keys], sums: ofUser.sums },
  { table: 'hourly_stats', keys: ['day', 'hour', 'technical'], sums: ['conversations', 'messages'] },
];

const updates = rollups.map((rollup) => {
  const { table, keys, sums } = rollup;
  const columns: Record<string, ArrayColumn<number>> = {
    ...Object.fromEntries(keys.map((key) => [key, keyColumns[key]])),
    ...Object.fromEntries(sums.map((sum) => [sum, integers])),
  };
  return { rollup, ...declareRollupWrites({ table, keys, sums, columns }) };
});

/** Adds the difference that the changes make, and deletes rows in which nothing is left. */
export async function updateRollups(tx: CompanyTransaction, changes: readonly ConversationChange[]): Promise<void> {
  const writes = updates.flatMap(({ rollup, encode, add, deleteEmpty }) => {
    const deltas = toDeltas(rollup, changes);
    const fewer = deltas.filter(({ conversations }) => conversations < 0);
    const encodeDeltas = (rows: readonly Delta[]) => encode(rows.map((delta) => toRow(rollup, delta)));
    return [
      ...(deltas.length === 0 ? [] : [tx.run(add, encodeDeltas(deltas))]),
      ...(fewer.length === 0 ? [] : [tx.run(deleteEmpty, encodeDeltas(fewer))]),
    ];
  });
  await Promise.all(writes);
}

/** What is added to one row of a roll-up, in the order of its keys and sums. */
interface Delta {
  readonly keys: readonly number[];
  readonly sums: number[];
  /** Added conversations less deleted ones. */
  conversations: number;
}

function toRow({ keys, sums }: Rollup, delta: Delta): Record<string, number> {
  const row: Record<string, number> = {};
  keys.forEach((key, index) => (row[key] = delta.keys[index] ?? 0));
  sums.forEach((sum, index) => (row[sum] = delta.sums[index] ?? 0));
  return row;
}

const keyReaders: Readonly<Record<RollupKey, (conversation: Conversation) => number>> = {
  day: ({ day }) => day,
  month: ({ day }) => toMonthStart(day),
  hour: ({ hour }) => hour,
  skill_number: ({ skillNumber }) => skillNumber,
  user_number: ({ userNumber }) => userNumber,
  status: ({ status }) => status,
  technical: ({ technical }) => Number(technical),
};

const isOf = (status: (typeof statusSums)[number]) => {
  const code = statusSums.indexOf(status) + 1;
  return (conversation: Conversation) => Number(conversation.status === code);
};

const sumReaders: Readonly<Record<RollupSum, (conversation: Conversation) => number>> = {
  conversations: () => 1,
  messages: ({ messages }) => messages,
  api_calls: ({ apiCalls }) => apiCalls,
  completed: isOf('completed'),
  processing: isOf('processing'),
  failed: isOf('failed'),
  escaped: isOf('escaped'),
  error: isOf('error'),
};

/** The difference that changes make to a roll-up, in the order of its key; leaves out rows that stay the same. */
function toDeltas({ keys, sums }: Rollup, changes: readonly ConversationChange[]): Delta[] {
  const deltas = new Map<string, Delta>();
  const count = (conversation: Conversation, sign: 1 | -1) => {
    const place = keys.map((key) => keyReaders[key](conversation));
    const id = place.join();
    const delta = deltas.get(id) ?? { keys: place, sums: sums.map(() => 0), conversations: 0 };
    delta.conversations += sign;
    sums.forEach((sum, index) => {
      delta.sums[index] = (delta.sums[index] ?? 0) + sign * sumReaders[sum](conversation);
    });
    deltas.set(id, delta);
  };
  for (const { before, after } of changes) {
    if (before) count(before, -1);
    if (after) count(after, 1);
  }
  return [...deltas.values()].filter((delta) => delta.sums.some((sum) => sum !== 0)).toSorted(compareKeys);
}

function compareKeys(one: Delta, other: Delta): number {
  for (const [index, key] of one.keys.entries()) {
    const difference = key - (other.keys[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
