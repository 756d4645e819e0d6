import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { SignInPage } from '#features/sign-in/web/auth/sign-in/sign-in-page.tsx';
import { WholeErrorPage } from './error-page.tsx';
import { rootRoute } from '../shell/root-layout.tsx';

function authPage<Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => rootRoute, path, component, errorComponent: WholeErrorPage });
}

/** The only page outside the shell with checkboxes, so it fetches their styles. */
async function fetchSignUpPage() {
  const [code] = await Promise.all([
    import('#features/sign-in/web/auth/sign-up/sign-up-page.tsx'),
    import('../../theme/mantine-checkbox.css'),
  ]);
  return code;
}

/**
 * The pages outside the shell (section 2.8). The log-in page is in the first chunk, because it is five kilobytes and most
 * first visits start on it. `/login` takes `returnTo`, which the sign-in page checks.
 */
export const authRoutes = [
  authPage('/login', SignInPage),
  authPage('/sign-up', lazyRouteComponent(fetchSignUpPage, 'SignUpPage')),
  authPage(
    '/forgot-password',
    lazyRouteComponent(
      () => import('#features/sign-in/web/auth/passwords/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  ),
  authPage(
    '/new-password',
    lazyRouteComponent(() => import('#features/sign-in/web/auth/passwords/new-password-page.tsx'), 'NewPasswordPage'),
  ),
  authPage(
    '/verify-account',
    lazyRouteComponent(() => import('#features/sign-in/web/auth/sign-up/verify-account-page.tsx'), 'VerifyAccountPage'),
  ),
  authPage(
    '/two-factor',
    lazyRouteComponent(() => import('#features/sign-in/web/auth/second-factor/two-factor-page.tsx'), 'TwoFactorPage'),
  ),
  authPage(
    '/two-factor/app',
    lazyRouteComponent(() => import('#features/sign-in/web/auth/second-factor/totp-setup-page.tsx'), 'TotpSetupPage'),
  ),
  authPage(
    '/choose-company',
    lazyRouteComponent(() => import('#features/sign-in/web/auth/sign-in/choose-company-page.tsx'), 'ChooseCompanyPage'),
  ),
  // Issuers of companies send the browser back to the address with their id.
  authPage(
    '/single-sign-on/{-$companyId}',
    lazyRouteComponent(
      () => import('#features/sign-in/web/auth/single-sign-on/single-sign-on-page.tsx'),
      'SingleSignOnPage',
    ),
  ),
  authPage(
    '/unsubscribe',
    lazyRouteComponent(() => import('./unsubscribe-page.tsx'), 'UnsubscribeInAuthLayout'),
  ),
  authPage(
    '/skill-approval',
    lazyRouteComponent(() => import('./skill-approval-page.tsx'), 'SkillApprovalInAuthLayout'),
  ),
];
