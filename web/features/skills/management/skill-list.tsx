import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Skill } from '#contract/skills/skills.ts';
import { EmptyState } from '../../../ui/records/empty-state.tsx';
import { CardGrid } from '../store/card-grid.tsx';
import { filterSkills, toSearchableSkills } from '../store/filter-skills.ts';
import { SkeletonCards } from '../store/skeleton-cards.tsx';
import { SkillFilters } from '../store/skill-filters.tsx';
import { storeQuery } from '../skills.queries.ts';
import { useSkillFilter } from '../store/use-skill-filter.ts';

interface SkillListProps {
  /** Of the page, whose address keeps the filters. */
  path: string;
  renderCard: (skill: Skill, search: string) => ReactNode;
  /** What to do where there is no skill at all. */
  emptyAction?: ReactNode;
}

/** The skills of the store with their filters, or the sentence that stands for an empty list. */
export function SkillList({ path, renderCard, emptyAction }: SkillListProps) {
  const { data } = useQuery(storeQuery);
  // Rendered in slices, so that a click on the menu is not kept waiting by a long list that has just arrived.
  const skills = useDeferredValue(data);
  if (!skills) return <SkeletonCards />;
  if (skills.length === 0) {
    return (
      <EmptyState drawing="search" text="No skills to display.">
        {emptyAction}
      </EmptyState>
    );
  }
  return <FilteredSkills path={path} skills={skills} renderCard={renderCard} />;
}

interface FilteredSkillsProps extends Omit<SkillListProps, 'emptyAction'> {
  skills: readonly Skill[];
}

function FilteredSkills({ path, skills, renderCard }: FilteredSkillsProps) {
  const state = useSkillFilter(path);
  const { search, provider, area, domainKnowledge } = state.filter;
  const searchable = useMemo(() => toSearchableSkills(skills), [skills]);
  const found = useMemo(
    () =>
      filterSkills(searchable, {
        search,
        ...(provider !== undefined && { provider }),
        ...(area && { area }),
        ...(domainKnowledge && { domainKnowledge }),
      }),
    [searchable, search, provider, area, domainKnowledge],
  );
  const render = useCallback((skill: Skill) => renderCard(skill, search), [renderCard, search]);
  return (
    <>
      <SkillFilters state={state} foundCount={found.length} skillCount={skills.length} />
      {found.length === 0 ? (
        <EmptyState drawing="search" text="No skills matching the current search.">
          <Button variant="default" onClick={state.clear}>
            Clear search and filters
          </Button>
        </EmptyState>
      ) : (
        <CardGrid label="Skills" skills={found} renderCard={render} />
      )}
    </>
  );
}
