import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RangeQuery } from '#features/dashboard/contract/analytics.ts';
import { useNewer } from '#web/api/events/use-newer.ts';
import { keepPlaces, type KeptList } from './keep-places.ts';

export interface LiveList extends Omit<KeptList<unknown>, 'rows'> {
  readonly isLive: boolean;
  /** When the newest figures came; undefined where the answer is the newest. */
  readonly receivedAt: number | undefined;
}

interface LiveListOptions<Row> {
  readonly watch: 'watchTopUsers' | 'watchTopSkills';
  readonly query: RangeQuery;
  readonly answer: UseQueryResult<Row[]>;
}

/** A top list with what has become of its rows since it was loaded. None is added or moved by itself. */
export function useLiveList<Row extends { readonly _id: string; readonly total: number }>({
  watch,
  query,
  answer,
}: LiveListOptions<Row>) {
  const { data } = answer;
  const { isLive, newer } = useNewer<Row[]>(['live', watch], { query }, answer);
  const kept = useMemo(() => data && keepPlaces(data, newer?.value), [data, newer]);
  const live: LiveList = {
    isLive,
    receivedAt: newer?.receivedAt,
    newCount: kept?.newCount ?? 0,
    isMoved: kept?.isMoved ?? false,
  };
  return { rows: kept?.rows, live };
}
