import { booleans, dates, integers, smallints, type ArrayColumn } from '#server/sql/row-arrays.ts';
import { toMonthStart } from '#server/sql/sql-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { Conversation, ConversationChange } from '../conversation.ts';
import { declareRollupWrites } from './rollup-writes.ts';
import { deleteUserDays } from './user-days.repository.ts';

/** How one roll-up follows from conversations: what it groups by, and what it counts. */
export interface Rollup {
  readonly table: string;
  /** In the order of its primary key. */
  readonly keys: readonly RollupKey[];
  readonly sums: readonly RollupSum[];
  /** Whether it has `days`, which says on which days of the month there are conversations. */
  readonly hasDays?: boolean;
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

const userDays: Rollup = { table: 'user_daily_stats', keys: ['day', ...ofUser.keys], sums: ofUser.sums };

export const rollups: readonly Rollup[] = [
  { table: 'skill_daily_stats', keys: ['day', ...ofSkill.keys], sums: ofSkill.sums },
  { table: 'skill_monthly_stats', keys: ['month', ...ofSkill.keys], sums: ofSkill.sums },
  userDays,
  { table: 'user_monthly_stats', keys: ['month', ...ofUser.keys], sums: ofUser.sums, hasDays: true },
  { table: 'hourly_stats', keys: ['day', 'hour', 'technical'], sums: ['conversations', 'messages'] },
];

const updates = rollups.map((rollup) => {
  const { table, keys, sums, hasDays } = rollup;
  const columns: Record<string, ArrayColumn<number>> = {
    ...Object.fromEntries(keys.map((key) => [key, keyColumns[key]])),
    ...Object.fromEntries(sums.map((sum) => [sum, integers])),
    ...(hasDays && { days: integers }),
  };
  return { rollup, ...declareRollupWrites({ table, keys, sums, columns, ...(hasDays && { bits: 'days' }) }) };
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
      ...(fewer.length === 0 || rollup !== userDays ? [] : [deleteUserDays(tx, fewer.map(toUserDay))]),
    ];
  });
  await Promise.all(writes);
}

const toUserDay = ({ keys: [day = 0, userNumber = 0, technical = 0] }: Delta) => ({
  day,
  userNumber,
  technical: technical === 1,
});

/** Difference that is added to one row of a roll-up, in the order of its keys and sums. */
interface Delta {
  readonly keys: readonly number[];
  readonly sums: number[];
  /** Added conversations less deleted ones, and the same by day where the roll-up has `days`. */
  conversations: number;
  readonly days: Map<number, number>;
}

function toRow({ keys, sums, hasDays }: Rollup, delta: Delta): Record<string, number> {
  const row: Record<string, number> = {};
  keys.forEach((key, index) => (row[key] = delta.keys[index] ?? 0));
  sums.forEach((sum, index) => (row[sum] = delta.sums[index] ?? 0));
  if (hasDays) row.days = toAddedDays(delta);
  return row;
}

/** The days on which there are more conversations than before; bit 0 is the first of the month, by which the key begins. */
function toAddedDays({ keys: [month = 0], days }: Delta): number {
  return [...days].reduce((bits, [day, count]) => (count > 0 ? bits | (1 << (day - month)) : bits), 0);
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
function toDeltas({ keys, sums, hasDays }: Rollup, changes: readonly ConversationChange[]): Delta[] {
  const deltas = new Map<string, Delta>();
  const count = (conversation: Conversation, sign: 1 | -1) => {
    const place = keys.map((key) => keyReaders[key](conversation));
    const id = place.join();
    const delta = deltas.get(id) ?? { keys: place, sums: sums.map(() => 0), conversations: 0, days: new Map() };
    delta.conversations += sign;
    if (hasDays) delta.days.set(conversation.day, (delta.days.get(conversation.day) ?? 0) + sign);
    sums.forEach((sum, index) => {
      delta.sums[index] = (delta.sums[index] ?? 0) + sign * sumReaders[sum](conversation);
    });
    deltas.set(id, delta);
  };
  for (const { before, after } of changes) {
    if (before) count(before, -1);
    if (after) count(after, 1);
  }
  // A conversation that moves to another day of its month changes no sum of the month.
  const isChange = (delta: Delta) => delta.sums.some((sum) => sum !== 0) || toAddedDays(delta) !== 0;
  return [...deltas.values()].filter(isChange).toSorted(compareKeys);
}

function compareKeys(one: Delta, other: Delta): number {
  for (const [index, key] of one.keys.entries()) {
    const difference = key - (other.keys[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
