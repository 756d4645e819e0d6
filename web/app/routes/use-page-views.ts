import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { settings } from '../../lib/settings.ts';

/** Tells the collector which kind of page is looked at: the route's pattern, never an id, a search or a person. */
export function usePageViews(): void {
  const router = useRouter();
  useEffect(() => {
    let last: string | undefined;
    return router.subscribe('onResolved', ({ pathChanged }) => {
      const path = router.state.matches.at(-1)?.fullPath;
      if (path === undefined || (!pathChanged && last === path)) return;
      last = path;
      sendPageView(path);
    });
  }, [router]);
}

function sendPageView(path: string): void {
  if (settings.pageViewsUrl === '') return;
  // A view that could not be counted is nobody's problem.
  fetch(new URL(settings.pageViewsUrl, location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
