import type { AuthState } from '#contract/session/session-forms.ts';
import { redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/api-problem.ts';
import { chooseCompany, findChosenCompany } from '../../api/chosen-company.ts';
import { client } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { rememberReturnPath } from '../../features/auth/sign-in/return-path.ts';
import { paths } from '../../paths.ts';

/** The screen on which a half-finished sign-in goes on; undefined where it has to start. */
const screens: Partial<Record<AuthState, () => string>> = {
  requireNewPassword: paths.newPassword,
  confirmSignIn: paths.twoFactor,
  confirmSignUp: paths.verifyAccount,
};

/** Starts to ask before the router does. A failure is kept for nobody: the guard asks again. */
export async function askWhoIsSignedIn(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery(currentUserQuery);
}

/**
 * Lets a signed-in person pass and sends everybody else to the screen where they stand. Where they wanted to go is kept
 * until the sign-in is complete.
 */
export async function requireSignIn(queryClient: QueryClient, href: string): Promise<void> {
  try {
    await queryClient.ensureQueryData(currentUserQuery);
  } catch (error) {
    if (!isNotSignedIn(error)) throw error;
    if (findChosenCompany() !== undefined) {
      // Perhaps only the company chosen earlier is closed to this person, or was somebody else's choice.
      chooseCompany(undefined);
      return requireSignIn(queryClient, href);
    }
    const { state } = await client.session.get();
    const screen = screens[state]?.();
    if (screen !== undefined && href !== paths.dashboard()) rememberReturnPath(href);
    throw redirect({ href: screen ?? paths.login(href), replace: true });
  }
}

/** Nobody is signed in, or somebody only half. */
function isNotSignedIn(error: unknown): boolean {
  return error instanceof ApiProblem && (error.is('session.required') || error.is('session.step-out-of-turn'));
}
