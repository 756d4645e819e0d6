import type { Capability } from '#contract/capabilities.ts';
import { createRoute, type lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.ts';
import type { TabSet } from '../shell/page-tabs.tsx';
import type { WithheldCapability } from './withheld-page.tsx';
import { shellRoute } from './shell-route.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required to open the page; without it the not-found page is shown. */
    capability?: Capability;
    /** A right of the company that may keep the page from a role; the page then says so. */
    withheld?: WithheldCapability;
    /** The tabs above the page. */
    tabs?: TabSet;
  }
}

type PageComponent = ReturnType<typeof lazyRouteComponent>;

/** A route inside the shell. */
export function page<Path extends string>(path: Path, component: PageComponent, facts: StaticDataRouteOption = {}) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    component,
    errorComponent: ErrorPage,
    notFoundComponent: NotFound,
    staticData: facts,
  });
}
