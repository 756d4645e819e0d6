import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PageLoader } from '../../ui/feedback/page-loader.tsx';
import { WholeErrorPage } from './error-page.tsx';
import { rootRoute } from './root-route.tsx';

/** Everything a signed-in person sees. Shows the page loader until it is known who that is (section 2.1). */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
  pendingComponent: PageLoader,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: WholeErrorPage,
  // Loaded here, so that the log-in page does not carry what asks for the signed-in user.
  beforeLoad: async ({ context, location }) => {
    const { requireSignIn } = await import('./sign-in-gate.ts');
    await requireSignIn(context.queryClient, location.href);
  },
});
