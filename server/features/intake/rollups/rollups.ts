import { booleans, dates, integers, smallints } from '../../../sql/row-arrays.ts';

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
export const keyColumns = {
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
