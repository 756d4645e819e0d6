import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../paths.ts';
import { readIntegrationsSearch } from './list/integrations-search.ts';
import type { IntegrationsSearch } from './list/integrations-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How the list of integrations stood when one of its forms was opened from it. */
    integrationsSearch?: IntegrationsSearch;
  }
}

/**
 * The ways inside the integrations area. What the list was narrowed to goes along with the history, so that a saved form
 * leads back to the list as it stood; whoever comes from elsewhere begins anew.
 */
export function useIntegrationsArea() {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  /** To a form, from the list; `text` is what stands in the search box, which the address takes a moment later. */
  const openForm = useCallback(
    (path: string, text: string) => {
      const integrationsSearch = readIntegrationsSearch({ ...router.latestLocation.search, search: text });
      return navigate({ to: path, state: { integrationsSearch } });
    },
    [navigate, router],
  );
  /** After a save or a deletion (section 2.4), in the place of the form: going back to it would find it empty, or nothing. */
  const goToList = useCallback(() => {
    const { integrationsSearch = {} } = router.latestLocation.state;
    const search = readIntegrationsSearch(integrationsSearch);
    return navigate({ to: paths.connections(), search, replace: true });
  }, [navigate, router]);
  const cancel = () => (canGoBack ? router.history.back() : void goToList());
  return { openForm, goToList, cancel };
}
