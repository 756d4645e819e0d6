/** How one roll-up follows from conversations: what it counts by, and what it counts. */
export interface RollUp {
  readonly table: string;
  /** In the order of its primary key. */
  readonly keys: readonly RollUpKey[];
  readonly sums: readonly RollUpSum[];
}

/** In the order of the numbers under which statuses are stored, from 1. */
export const statusSums = ['completed', 'processing', 'failed', 'escaped', 'error'] as const;

export type RollUpKey = 'day' | 'month' | 'hour' | 'skill_number' | 'user_number' | 'status' | 'technical';
export type RollUpSum = 'conversations' | 'messages' | 'api_calls' | (typeof statusSums)[number];

const ofSkill = {
  keys: ['skill_number', 'status', 'technical'],
  sums: ['conversations', 'messages', 'api_calls'],
} as const;
const ofUser = { keys: ['user_number', 'technical'], sums: ['messages', ...statusSums] } as const;

export const rollUps: readonly RollUp[] = [
  { table: 'skill_daily_stats', keys: ['day', ...ofSkill.keys], sums: ofSkill.sums },
  { table: 'skill_monthly_stats', keys: ['month', ...ofSkill.keys], sums: ofSkill.sums },
  { table: 'user_daily_stats', keys: ['day', ...ofUser.keys], sums: ofUser.sums },
  { table: 'user_monthly_stats', keys: ['month', ...ofUser.keys], sums: ofUser.sums },
  { table: 'hourly_stats', keys: ['day', 'hour', 'technical'], sums: ['conversations', 'messages'] },
];

export const sqlTypes: Readonly<Record<RollUpKey, 'date' | 'int2' | 'int4' | 'bool'>> = {
  day: 'date',
  month: 'date',
  hour: 'int2',
  skill_number: 'int4',
  user_number: 'int4',
  status: 'int2',
  technical: 'bool',
};
