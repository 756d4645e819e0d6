import { useCanGoBack, useNavigate, useRouter, type HistoryState } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ListAddress } from './list-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How a list stood when one of its forms was opened from it. */
    listSearch?: object;
    /** The key of the row that the list marks and focuses, because its record was saved just before. */
    changedRecord?: string;
    /** The user that the list of users names, because it was created just before. */
    createdUser?: { id: string; name: string };
  }
}

interface ListNavigationOptions<Address extends ListAddress> {
  readonly listPath: string;
  readonly parse: (raw: object) => Address;
  /** The list takes the place of the form in the history, where going back to the form would find it gone. */
  readonly replacesForm?: boolean;
}

/**
 * The ways between a list and its forms. Search and order of the list go along in the history, so that a form leads back
 * to the list as it stood, also after a reload; a form opened from elsewhere leads to the whole list.
 */
export function useListNavigation<Address extends ListAddress>(options: ListNavigationOptions<Address>) {
  const { listPath, parse, replacesForm = false } = options;
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  /** To a form, from the list; `text` is the text of the search box, which the address takes only after a pause. */
  const openForm = useCallback(
    (path: string, text: string) => {
      const listSearch = parse({ ...router.latestLocation.search, search: text });
      return navigate({ to: path, state: { listSearch } });
    },
    [navigate, router, parse],
  );
  const goToList = useCallback(
    (state: HistoryState = {}) => {
      const { listSearch = {} } = router.latestLocation.state;
      return navigate({ to: listPath, search: parse(listSearch), replace: replacesForm, state });
    },
    [navigate, router, parse, listPath, replacesForm],
  );
  const goBack = () => (canGoBack ? router.history.back() : void goToList());
  return { openForm, goToList, goBack };
}
