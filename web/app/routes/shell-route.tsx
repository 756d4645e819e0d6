import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PageLoader } from '../../ui/feedback/page-loader.tsx';
import { WholeErrorPage } from './error-page.tsx';
import { rootRoute } from '../shell/root-layout.tsx';

/** The parent of every signed-in page. Shows the page loader until the current user is known (section 2.1). */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
  pendingComponent: PageLoader,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: WholeErrorPage,
  // Loaded here, so that the chunk of the log-in page does not hold the query of the current user.
  beforeLoad: async ({ context, location }) => {
    const { requireSignIn } = await import('./sign-in-gate.ts');
    await requireSignIn(context.queryClient, location.href);
  },
});
