import { useEffect } from 'react';
import type { Skill } from '#features/skills/contract/skills.ts';
import { recall, remember } from '#web/lib/area-memory.ts';

const name = 'listed skills';

/** Remembers the skills of a list in its order, for the way from one to the next, until the area is left. */
export function useRememberListed(skills: readonly Pick<Skill, '_id'>[] | undefined): void {
  useEffect(() => {
    if (skills)
      remember(
        name,
        skills.map(({ _id }) => _id),
      );
  }, [skills]);
}

/** The ids of the list that was shown last; none where a link led straight to a skill. */
export const recallListed = (): readonly string[] => recall<readonly string[]>(name) ?? [];
