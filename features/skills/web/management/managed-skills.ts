import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Skill } from '#features/skills/contract/skills.ts';
import type { StoreFigures } from '#features/skills/contract/store-figures.ts';
import { storeFiguresQuery, storeQuery } from '../skills.queries.ts';

export type Figures = Omit<StoreFigures['skills'][number], '_id'>;

/** A skill with its month so far: undefined while that is loading, null where it could not be loaded. */
export interface ManagedSkill extends Skill {
  readonly figures: Figures | null | undefined;
}

const nothing: Figures = { requests: 0, cost: 0, successRate: null };

/** The skills of the store with the month so far. They stand without it where it cannot be loaded. */
export function useManagedSkills() {
  const { data: store } = useQuery(storeQuery);
  const { data, error, isFetching, refetch } = useQuery(storeFiguresQuery);
  const skills = useMemo(() => {
    const byId = new Map(data?.skills.map(({ _id, ...figures }) => [_id, figures] as const));
    const missing = error ? null : undefined;
    return store?.map((skill): ManagedSkill => ({
      ...skill,
      figures: data ? (byId.get(skill._id) ?? nothing) : missing,
    }));
  }, [store, data, error]);
  const month = useMemo(() => data && { from: data.period.start, to: data.period.end }, [data]);
  return {
    skills,
    month,
    loading: { error: data ? null : error, isRetrying: isFetching, onRetry: () => void refetch() },
  };
}
