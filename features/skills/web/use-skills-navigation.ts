import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '#web/paths.ts';
import { parseSkillFilter, type SkillFilter } from './store/skill-filter.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The filters of the store when one of its skills was opened from it. */
    skillFilter?: SkillFilter;
  }
}

/**
 * Navigation between the pages of skills. The filters of the store are kept in the history state, so that the link back
 * from a skill restores them.
 */
export function useSkillsNavigation() {
  const navigate = useNavigate();
  const router = useRouter();
  /** Opens a skill from a list; `text` is the text of the search box, which the address takes after a pause. */
  const openSkill = useCallback(
    (id: string, text: string, search: object = {}) => {
      const { pathname, search: address } = router.latestLocation;
      const skillFilter = parseSkillFilter({ ...address, search: text });
      const isStore = pathname === paths.skills();
      return navigate({ to: paths.skill(id), search, state: isStore ? { skillFilter } : {} });
    },
    [navigate, router],
  );
  return { openSkill };
}

/** The filters for the link back to the store. */
export function useStoreSearch(): SkillFilter {
  return parseSkillFilter(useLocation({ select: ({ state }) => state.skillFilter }) ?? {});
}
