import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { WholeErrorPage } from './error-page.tsx';
import { rootRoute } from '../shell/root-layout.tsx';
import { ShellLoader } from './shell-loader.tsx';

/** The parent of every signed-in page. Shows the page loader until the current user is known (section 2.1). */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
  pendingComponent: ShellLoader,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: WholeErrorPage,
  // Loaded here, so that the chunk of the log-in page does not hold the query of the current user.
  beforeLoad: async ({ context: { queryClient, areaVisits }, location, preload, abortController: { signal } }) => {
    const { requireSignIn, waitForSignIn } = await import('./sign-in-gate.ts');
    if (preload) return requireSignIn(queryClient, location.href);
    await waitForSignIn(queryClient, location.href, signal);
    const { enterArea } = await import('./enter-area.ts');
    if (!signal.aborted) enterArea(areaVisits, location, queryClient);
  },
});
