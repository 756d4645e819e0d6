import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusHeading } from '../../lib/focus-heading.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page stays when the address changes, for example when a table is sorted, so the focus stays too. */
    staysOnPage?: true;
  }
}

/** Limit for a page whose heading renders later than the page. */
const headingWaitMs = 3000;

/** Moves the focus to the heading of a new page, for keyboards and screen readers. */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let stopWaiting = () => {};
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      const isNewPage = fromLocation !== undefined && fromLocation.pathname !== toLocation.pathname;
      if (!isNewPage || toLocation.state.staysOnPage) return;
      stopWaiting();
      if (!focusHeading()) stopWaiting = waitForHeading();
    });
    return () => {
      stopWaiting();
      unsubscribe();
    };
  }, [router]);
}

function waitForHeading(): () => void {
  const observer = new MutationObserver(() => {
    if (focusHeading()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), headingWaitMs);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
