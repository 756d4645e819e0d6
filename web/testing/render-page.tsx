import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { ToastHost } from '../ui/feedback/toast.tsx';

/**
 * Shows one page at its path, which may have a search. Every other path shows its own address, so that a test can see
 * where a link led. `pattern` is the route's own where its path has parameters.
 */
export function renderPage(Page: ComponentType, path: string, pattern = path.split('?')[0] ?? path) {
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <ToastHost />
        <main>
          <Suspense fallback="Loading the page">
            <Outlet />
          </Suspense>
        </main>
      </>
    ),
    notFoundComponent: () => <p>{`At ${router.state.location.pathname}`}</p>,
  });
  const pageRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: pattern,
    component: () => <Page />,
  });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: rootRoute.addChildren([pageRoute]), history });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, queryClient };
}
