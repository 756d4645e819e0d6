import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { StaticDataRouteOption } from '@tanstack/react-router';
import { ErrorPage } from './error-page.tsx';
import { shellRoute } from './shell-route.tsx';

type PageComponent = ReturnType<typeof lazyRouteComponent>;

/** One page inside the shell. `facts` say who may open it and under which tabs it stands. */
export function page<Path extends string>(path: Path, component: PageComponent, facts: StaticDataRouteOption = {}) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    component,
    errorComponent: ErrorPage,
    staticData: facts,
  });
}

const BeingBuiltPage = lazyRouteComponent(
  () => import('../features/being-built/being-built-page.tsx'),
  'BeingBuiltPage',
);

interface PlannedPage extends StaticDataRouteOption {
  title: string;
  sentence: string;
}

/** A page of a later version: its address and its guard are already the real ones. */
export function planned<Path extends string>(path: Path, { title, sentence, ...facts }: PlannedPage) {
  return page(path, BeingBuiltPage, { ...facts, beingBuilt: { title, sentence } });
}
