import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type AnyRoute, type AnyRouter } from '@tanstack/react-router';
import { sparesLine } from '../../lib/browser.ts';
import { rootRoute } from '../shell/root-layout.tsx';
import { createAreaVisits } from './area-visits.ts';
import { authRoutes } from './auth-routes.ts';
import { NotFound } from './not-found.ts';
import { pageRoutes } from './page-routes.ts';
import { shellRoute } from './shell-route.tsx';

/**
 * All routes of the portal. The router's type is not registered, because links go through `paths`, whose test pins every
 * address, instead of through a union of forty routes.
 */
export function buildRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([...authRoutes, shellRoute.addChildren(pageRoutes)]),
    context: { queryClient, areaVisits: createAreaVisits() },
    // A page is fetched when its link is pointed at.
    defaultPreload: sparesLine() ? false : 'intent',
    defaultPreloadDelay: 20,
    defaultPendingMs: 300,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

/** Fetches the code of the page at the current address and, in parallel, the current user. */
export function fetchPageCode(router: AnyRouter): void {
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById));
  for (const { routeId } of router.matchRoutes(router.parseLocation(router.history.location))) {
    const route = routes.get(String(routeId));
    if (!route) continue;
    void router.loadRouteChunk(route);
    // A failure shows in the guard, which waits for the same answer.
    if (routeId === shellRoute.id)
      void import('./sign-in-gate.ts').then(({ prefetchCurrentUser }) =>
        prefetchCurrentUser(router.options.context.queryClient),
      );
  }
}
