import type { RoleHolder } from '#contract/capabilities.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getVisibleMenu } from '../shell/menu.ts';

/** Leaves the network to the first page; a pointer on a menu entry fetches its page sooner anyway. */
const preloadDelayMs = 4000;

/** Once the first page has long stood, fetches the code of the pages in the menu, so that a click shows them at once. */
export function usePreloadedPages(holder: RoleHolder): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { path } of getVisibleMenu(holder)) {
        if (path) void router.preloadRoute({ to: path }).catch(() => undefined);
      }
    }, preloadDelayMs);
    return () => clearTimeout(timer);
  }, [router, holder]);
}
