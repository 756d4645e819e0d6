import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusHeading } from '../../lib/focus-heading.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address changes and the page stays, as where a table is sorted: the focus stays too. */
    staysOnPage?: true;
  }
}

/** Longest wait for a page whose heading comes later than the page itself. */
const headingWaitMs = 3000;

/** Moves the focus to the new page's heading, so that keyboards and screen readers start where eyes do. */
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
