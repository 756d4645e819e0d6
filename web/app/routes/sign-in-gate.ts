import type { AuthState } from '#contract/session/session-forms.ts';
import { redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/api-problem.ts';
import { chooseCompany, findChosenCompany } from '../../api/chosen-company.ts';
import { client } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { rememberReturnPath } from '../../features/auth/sign-in/return-path.ts';
import { paths } from '../../paths.ts';

/** The page on which a half-finished sign-in continues. */
const stepPaths: Partial<Record<AuthState, () => string>> = {
  requireNewPassword: paths.newPassword,
  confirmSignIn: paths.twoFactor,
  confirmSignUp: paths.verifyAccount,
};

/** Starts to fetch the current user before the router does. A failure is not cached: the guard fetches again. */
export async function prefetchCurrentUser(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery(currentUserQuery);
}

/**
 * Redirects to the log-in page, or to the page of an unfinished sign-in, unless a user is signed in. The address is kept
 * until the sign-in is complete.
 */
export async function requireSignIn(queryClient: QueryClient, href: string): Promise<void> {
  try {
    await queryClient.ensureQueryData(currentUserQuery);
  } catch (error) {
    if (!isNotSignedIn(error)) throw error;
    if (findChosenCompany() !== undefined) {
      // The chosen company may be closed to this user, or may be left over from another user of this tab.
      chooseCompany(undefined);
      return requireSignIn(queryClient, href);
    }
    const { state } = await client.session.get();
    const stepPath = stepPaths[state]?.();
    if (stepPath !== undefined && href !== paths.dashboard()) rememberReturnPath(href);
    throw redirect({ href: stepPath ?? paths.login(href), replace: true });
  }
}

/** No session, or a sign-in with a step still missing. */
function isNotSignedIn(error: unknown): boolean {
  return error instanceof ApiProblem && (error.is('session.required') || error.is('session.step-out-of-turn'));
}
