import type { AnyRoute, AnyRouter } from '@tanstack/react-router';

/** Sends for the code of the page at the present address, while the server is still asked who is signed in. */
export function fetchPageCode(router: AnyRouter): void {
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById));
  for (const { routeId } of router.matchRoutes(router.parseLocation(router.history.location))) {
    const route = routes.get(String(routeId));
    if (route) void router.loadRouteChunk(route);
  }
}
