import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { WholeErrorPage } from './error-page.tsx';
import { rootRoute } from './root-route.tsx';

type PageComponent = ReturnType<typeof lazyRouteComponent>;

function authPage<Path extends string>(path: Path, component: PageComponent) {
  return createRoute({ getParentRoute: () => rootRoute, path, component, errorComponent: WholeErrorPage });
}

/** The one screen out here with checkboxes brings their styles along. */
async function fetchSignUpPage() {
  const [code] = await Promise.all([
    import('../features/auth/sign-up-page.tsx'),
    import('../theme/mantine-checkbox.css'),
  ]);
  return code;
}

/** Section 2.8: the screens outside the shell. `/login` takes `returnTo`, which the sign-in page checks. */
export const authRoutes = [
  authPage(
    '/login',
    lazyRouteComponent(() => import('../features/auth/sign-in-page.tsx'), 'SignInPage'),
  ),
  authPage('/sign-up', lazyRouteComponent(fetchSignUpPage, 'SignUpPage')),
  authPage(
    '/forgot-password',
    lazyRouteComponent(() => import('../features/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  ),
  authPage(
    '/new-password',
    lazyRouteComponent(() => import('../features/auth/new-password-page.tsx'), 'NewPasswordPage'),
  ),
  authPage(
    '/verify-account',
    lazyRouteComponent(() => import('../features/auth/verify-account-page.tsx'), 'VerifyAccountPage'),
  ),
  authPage(
    '/two-factor',
    lazyRouteComponent(() => import('../features/auth/two-factor-page.tsx'), 'TwoFactorPage'),
  ),
  authPage(
    '/two-factor/setup',
    lazyRouteComponent(() => import('../features/auth/two-factor-setup-page.tsx'), 'TwoFactorSetupPage'),
  ),
];
