import type { AuthState } from '#features/sign-in/contract/session-forms.ts';
import { isRedirect, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/api-problem.ts';
import { chooseCompany, findChosenCompany } from '../../api/chosen-company.ts';
import { client } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { takeEndedSession } from '../../api/session/identity-token.ts';
import { arrivalNotices, rememberStep } from '#features/sign-in/web/auth/sign-in/remembered-step.ts';
import { rememberReturnPath } from '#features/sign-in/web/auth/sign-in/return-path.ts';
import { paths } from '../../paths.ts';
import { signInRetry } from './shell-loader.tsx';

/** The page on which a half-finished sign-in continues. */
const stepPaths: Partial<Record<AuthState, () => string>> = {
  requireNewPassword: paths.newPassword,
  confirmSignIn: paths.twoFactor,
  totpSetup: paths.twoFactorApp,
  chooseCompany: paths.chooseCompany,
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
    if (stepPath === undefined && takeEndedSession()) rememberStep({ state: 'signIn', notice: arrivalNotices.ended });
    throw redirect({ href: stepPath ?? paths.login(href), replace: true });
  }
}

const firstPauseMs = 2000;
const longestPauseMs = 30_000;

/**
 * Waits until a user is known, or redirects. A failure to get the current user is only logged (section 8): the page
 * loader stays, and the portal tries again, at once when the network is back or the user asks for it.
 */
export async function waitForSignIn(queryClient: QueryClient, href: string, signal: AbortSignal): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await requireSignIn(queryClient, href);
    } catch (error) {
      if (isRedirect(error) || signal.aborted) throw error;
      // oxlint-disable-next-line no-console -- section 8: this failure is only logged
      console.error(error);
      await pause(pauseMs, signal);
    }
  }
}

/** Ends early when the network is back, the user wants to try again, or another page is opened. */
async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, durationMs);
    function end() {
      clearTimeout(timer);
      removeEventListener('online', end);
      signInRetry.set(undefined);
      resolve();
    }
    addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
    signInRetry.set(end);
  });
}

/** No session, or a sign-in with a step still missing. */
function isNotSignedIn(error: unknown): boolean {
  return error instanceof ApiProblem && (error.is('session.required') || error.is('session.step-out-of-turn'));
}
