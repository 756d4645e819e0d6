import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../paths.ts';
import { readUsersSearch } from './users-search.ts';
import type { UsersSearch } from './users-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How the list of users stood when one of its forms was opened from it. */
    usersSearch?: UsersSearch;
  }
}

/**
 * The ways inside the users area. What the list was searched by goes along with the history, so that a form leads back
 * to the list as it stood, also after a reload; whoever comes from elsewhere begins anew.
 */
export function useUsersArea() {
  const navigate = useNavigate();
  const router = useRouter();
  /** To a form, from the list; `text` is what stands in the search box, which the address takes a moment later. */
  const openForm = useCallback(
    (path: string, text: string) => {
      const usersSearch = readUsersSearch({ ...router.latestLocation.search, search: text });
      return navigate({ to: path, state: { usersSearch } });
    },
    [navigate, router],
  );
  const goToList = useCallback(() => {
    const { usersSearch = {} } = router.latestLocation.state;
    return navigate({ to: paths.users(), search: readUsersSearch(usersSearch) });
  }, [navigate, router]);
  return { openForm, goToList };
}
