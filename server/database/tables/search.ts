import type { TableFacts } from './table-facts.ts';

export const searchTables = {
  search_pending: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into search_pending (changed) values ('{{id}}')`,
  },
  search_segments: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into search_segments (month, segment, masking, conversations, facts) values ('2026-11-01', 1, 1, 1, '\\x00')`,
  },
  search_words: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into search_words (month, segment, first, places) values ('2026-11-01', 1, 1, '\\x00')`,
  },
  search_states: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into search_states (masking_version, indexed_from) values (1, now())`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
