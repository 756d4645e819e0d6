import { useState } from 'react';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { LogPlace } from '#features/conversation-log/contract/log-query.ts';
import { recordsPerPage } from './log-query.ts';
import type { LogFilter } from './log-search.ts';

/** The place from which the pages of a filter are counted, so that what comes in moves none; undefined before a page is left. */
export function useLogPlace(filter: LogFilter) {
  const of = JSON.stringify({ ...filter, page: undefined });
  const [kept, setKept] = useState<{ of: string; place: LogPlace }>();
  return {
    place: kept?.of === of ? kept.place : undefined,
    keep: (place: LogPlace | undefined) => setKept(place && { of, place }),
  };
}

/** The row of a page beside which another page begins: its last one on the way on, its first one on the way back. */
export function findPlace(
  rows: readonly ListedConversation[],
  { from, to }: { from: number; to: number },
): LogPlace | undefined {
  const row = to > from ? rows.at(-1) : rows[0];
  return row && { date: row.date, id: row._id, seen: (from - 1) * recordsPerPage + (to > from ? rows.length : 1) };
}
