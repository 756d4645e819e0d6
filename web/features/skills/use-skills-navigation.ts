import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../paths.ts';
import { readSkillFilter } from './store/skill-filter.ts';
import type { SkillFilter } from './store/skill-filter.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How the store stood when one of its skills was opened from it. */
    skillFilter?: SkillFilter;
  }
}

/**
 * The ways inside the skills screens. What the store was narrowed to goes along with the history, so that the way back
 * from a skill leads to the store as it stood; whoever comes from elsewhere, or has been elsewhere, begins anew.
 */
export function useSkillsArea() {
  const navigate = useNavigate();
  const router = useRouter();
  /** To a skill, from a list; `text` is what stands in the search box, which the address takes a moment later. */
  const openSkill = useCallback(
    (id: string, text: string, search: object = {}) => {
      const { pathname, search: address } = router.latestLocation;
      const skillFilter = readSkillFilter({ ...address, search: text });
      const isStore = pathname === paths.skills();
      return navigate({ to: paths.skill(id), search, state: isStore ? { skillFilter } : {} });
    },
    [navigate, router],
  );
  return { openSkill };
}

/** What the way back to the store carries. */
export function useStoreSearch(): SkillFilter {
  return readSkillFilter(useLocation({ select: ({ state }) => state.skillFilter }) ?? {});
}
