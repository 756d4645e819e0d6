import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, type ReactNode } from 'react';
import type { Skill } from '#features/skills/contract/skills.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { CardGrid } from './card-grid.tsx';
import { filterSkills, toSearchableSkills } from './filter-skills.ts';
import { SkillFilters } from './skill-filters.tsx';
import { useRememberListed } from '../listed-skills.ts';
import { storeQuery } from '../skills.queries.ts';
import { parseSkillFilter } from './skill-filter.ts';
import { useSearchInUrl } from '#web/records/use-search-in-url.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { Columns, Stack } from '#web/ui/layout/layout.tsx';

interface SkillListProps {
  renderCard: (skill: Skill, search: string) => ReactNode;
  /** A link below the empty state. */
  emptyAction?: ReactNode;
}

/** The skills of the store with their filters, kept in the address, or an empty state. */
export function SkillList({ renderCard, emptyAction }: SkillListProps) {
  const { data } = useQuery(storeQuery);
  // Deferred, so that rendering a long list does not block clicks.
  const skills = useDeferredValue(data);
  if (!skills) return <SkeletonCards />;
  if (skills.length === 0) {
    return (
      <EmptyState drawing="search" text="No skills to display.">
        {emptyAction}
      </EmptyState>
    );
  }
  return <FilteredSkills skills={skills} renderCard={renderCard} />;
}

interface FilteredSkillsProps extends Omit<SkillListProps, 'emptyAction'> {
  skills: readonly Skill[];
}

function FilteredSkills({ skills, renderCard }: FilteredSkillsProps) {
  const state = useSearchInUrl({ parse: parseSkillFilter });
  const { provider, area, domainKnowledge } = state.filter;
  // Deferred, so that a keystroke does not wait for the cards.
  const search = useDeferredValue(state.filter.search);
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
  useRememberListed(found);
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

const cards = Array.from({ length: 6 }, (_, card) => card);

/** The skeleton of the cards. */
function SkeletonCards() {
  return (
    <Columns aria-busy="true" of="17.5rem" gap={8}>
      <span className="visually-hidden" role="status">
        Loading the skills
      </span>
      {cards.map((card) => (
        <Stack key={card} gap={3} rule="strong-above" pad={[5, 0, 0]} tall={15.5} aria-hidden="true">
          <SkeletonLine width="38%" />
          <SkeletonLine width="72%" />
          <SkeletonLine width="92%" />
          <SkeletonLine width="54%" />
        </Stack>
      ))}
    </Columns>
  );
}
