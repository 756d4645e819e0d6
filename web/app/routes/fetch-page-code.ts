import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { shellRoute } from './shell-route.tsx';

/** Sends for the code of the page at the present address, and asks meanwhile who is signed in. */
export function fetchPageCode(router: AnyRouter): void {
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById));
  for (const { routeId } of router.matchRoutes(router.parseLocation(router.history.location))) {
    const route = routes.get(String(routeId));
    if (!route) continue;
    void router.loadRouteChunk(route);
    // The guard waits for the same answer; what goes wrong here shows there.
    if (routeId === shellRoute.id)
      void import('./sign-in-gate.ts').then(({ askWhoIsSignedIn }) =>
        askWhoIsSignedIn(router.options.context.queryClient),
      );
  }
}
