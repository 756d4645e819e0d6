import type { Capability } from '#contract/capabilities.ts';
import { createRoute, type lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.ts';
import { getPlaceFacts, type WithheldCapability } from '../areas.ts';
import { shellRoute } from './shell-route.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required to open the page; without it the not-found page is shown. */
    capability?: Capability;
    /** A right of the company that may keep the page from a role; the page then says so. */
    withheld?: WithheldCapability;
    /** The address by which the catalogue of areas knows the page. */
    place?: string;
  }
}

type PageComponent = ReturnType<typeof lazyRouteComponent>;

/** A route inside the shell. Its rights are those of the catalogue of areas, where that has the page. */
export function page<Path extends string>(path: Path, component: PageComponent, facts: StaticDataRouteOption = {}) {
  const [place = path] = path.split('/{-$');
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    component,
    errorComponent: ErrorPage,
    notFoundComponent: NotFound,
    staticData: { place, ...getPlaceFacts(place), ...facts },
  });
}
