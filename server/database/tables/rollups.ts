import type { TableFacts } from './table-facts.ts';

export const rollupsTables = {
  skill_daily_stats: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into skill_daily_stats (day, skill_number, status, technical) values ('2026-11-01', 1, 1, false)`,
  },
  skill_monthly_stats: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into skill_monthly_stats (month, skill_number, status, technical) values ('2026-11-01', 1, 1, false)`,
  },
  user_daily_stats: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into user_daily_stats (day, user_number, technical) values ('2026-11-01', 1, false)`,
  },
  user_monthly_stats: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into user_monthly_stats (month, user_number, technical) values ('2026-11-01', 1, false)`,
  },
  hourly_stats: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into hourly_stats (day, hour, technical) values ('2026-11-01', 0, false)`,
  },
  model_daily_stats: {
    place: 'shard',
    restored: 'replaced',
    person: { model: 'none' },
    example: `insert into model_daily_stats (day, model, technical) values ('2026-11-01', '', false)`,
  },
  tool_daily_stats: {
    place: 'shard',
    restored: 'replaced',
    person: { tool: 'erased' },
    example: `insert into tool_daily_stats (day, tool, technical) values ('2026-11-01', 't', false)`,
  },
  answer_time_daily_stats: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into answer_time_daily_stats (day, bucket, technical) values ('2026-11-01', 0, false)`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
