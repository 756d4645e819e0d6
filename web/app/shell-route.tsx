import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PageLoader } from '../ui/page-loader.tsx';
import { WholeErrorPage } from './error-page.tsx';
import { rootRoute } from './root-route.tsx';
import { requireSignIn } from './sign-in-gate.ts';

/** Everything a signed-in person sees. Shows the page loader until it is known who that is (section 2.1). */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  pendingComponent: PageLoader,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: WholeErrorPage,
  beforeLoad: ({ context, location }) => requireSignIn(context.queryClient, location.href),
});
