import type { Capability } from '#contract/capabilities.ts';
import { createRoute } from '@tanstack/react-router';
import type { lazyRouteComponent, StaticDataRouteOption } from '@tanstack/react-router';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.ts';
import type { TabSet } from '../shell/page-tabs.tsx';
import { shellRoute } from './shell-route.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page is shown only to people with this capability; everybody else sees the not-found page. */
    capability?: Capability;
    /** The page stands under the tabs of this set. */
    tabs?: TabSet;
  }
}

type PageComponent = ReturnType<typeof lazyRouteComponent>;

/** One page inside the shell. `facts` say who may open it and under which tabs it stands. */
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
