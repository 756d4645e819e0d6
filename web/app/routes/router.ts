import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { authRoutes } from './auth-routes.ts';
import { NotFound } from './not-found.ts';
import { pageRoutes } from './page-routes.ts';
import { rootRoute } from './root-route.tsx';
import { shellRoute } from './shell-route.tsx';

/**
 * All routes of the portal. The router's type is not registered: links go through `paths`, whose test pins every
 * address, instead of through a union of forty routes.
 */
export function buildRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([...authRoutes, shellRoute.addChildren(pageRoutes)]),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadDelay: 20,
    defaultPendingMs: 300,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}
