import type { Capability } from '#contract/capabilities.ts';
import { createRoute, type lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.ts';
import { shellRoute } from './shell-route.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required to open a page that the catalogue of areas does not know; without it the not-found page is shown. */
    capability?: Capability;
    /** The address by which the catalogue of areas knows the page, and so its rights. */
    place?: string;
  }
}

type PageComponent = ReturnType<typeof lazyRouteComponent>;

/** A route inside the shell, which knows the rights of its page. */
export function page<Path extends string>(path: Path, component: PageComponent, facts: StaticDataRouteOption = {}) {
  const [place = path] = path.split('/{-$');
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    component,
    errorComponent: ErrorPage,
    notFoundComponent: NotFound,
    staticData: { place, ...facts },
  });
}
