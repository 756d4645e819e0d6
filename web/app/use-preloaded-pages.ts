import type { RoleHolder } from '#contract/capabilities.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getVisibleMenu } from './menu.ts';

/** Once the first page stands, fetches the code of the pages in the menu, so that a click shows them at once. */
export function usePreloadedPages(holder: RoleHolder): void {
  const router = useRouter();
  useEffect(() => {
    const preload = () => {
      for (const { path } of getVisibleMenu(holder)) {
        if (path) void router.preloadRoute({ to: path }).catch(() => undefined);
      }
    };
    if (typeof requestIdleCallback === 'undefined') return undefined;
    const handle = requestIdleCallback(preload, { timeout: 4000 });
    return () => cancelIdleCallback(handle);
  }, [router, holder]);
}
