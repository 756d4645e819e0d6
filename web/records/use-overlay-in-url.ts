import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step opened a record over its list, so closing the record goes one step back. */
    openedHere?: true;
  }
}

/**
 * A record opened over its list at an address of its own, `?record=<id>` for the name `record`. A link opens it with
 * `getSearch` and the state `openedHere`; a row of a `RecordTable` with `getAddress` and `open`.
 */
export function useOverlayInUrl(name: string) {
  const router = useRouter();
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const isClosing = useRef(false);
  const openId = address[name];
  const getSearch = (id: string) => ({ ...address, [name]: id });
  /** Changes the newest address, because a search text that was just written may not be rendered yet. */
  const toSearch = (id: string | undefined) => (newest: object) => ({ ...newest, [name]: id });

  /** One step back where the record was opened from the list, and the bare list where a link led straight to it. */
  function close() {
    // A step back takes a moment; a second call meanwhile would take another step.
    if (isClosing.current) return;
    if (!router.state.location.state.openedHere) {
      void navigate({ to: '.', search: toSearch(undefined), replace: true, resetScroll: false });
      return;
    }
    isClosing.current = true;
    const unsubscribe = router.subscribe('onResolved', () => {
      isClosing.current = false;
      unsubscribe();
    });
    router.history.back();
  }

  return {
    openId: typeof openId === 'string' && openId !== '' ? openId : undefined,
    getSearch,
    getAddress: (id: string) => router.buildLocation({ to: '.', search: getSearch(id) }).href,
    open: (id: string) =>
      void navigate({ to: '.', search: toSearch(id), state: { openedHere: true }, resetScroll: false }),
    /** Shows another record in the place of the open one; closing still leads back to the list. */
    replace: (id: string) =>
      void navigate({ to: '.', search: toSearch(id), state: true, replace: true, resetScroll: false }),
    close,
  };
}
