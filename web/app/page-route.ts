import { createRoute } from '@tanstack/react-router';
import type { lazyRouteComponent, StaticDataRouteOption } from '@tanstack/react-router';
import type {} from './route-facts.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.ts';
import { shellRoute } from './shell-route.tsx';

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
