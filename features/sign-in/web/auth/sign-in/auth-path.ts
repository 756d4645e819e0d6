import type { AuthState } from '#features/sign-in/contract/session-forms.ts';
import { paths } from '#web/paths.ts';

const statePaths = {
  signIn: paths.login,
  signedOut: paths.login,
  // The account is verified: it signs in, or waits for the approval of its company.
  signedUp: paths.login,
  signUp: paths.signUp,
  confirmSignUp: paths.verifyAccount,
  verifyContact: paths.verifyAccount,
  confirmSignIn: paths.twoFactor,
  chooseCompany: paths.chooseCompany,
  totpSetup: paths.twoFactorApp,
  requireNewPassword: paths.newPassword,
  forgotPassword: paths.forgotPassword,
  signedIn: undefined,
} as const satisfies Record<AuthState, (() => string) | undefined>;

/** The page of an auth state (section 4); a signed-in user goes to `returnPath`. */
export function getAuthPath(state: AuthState, returnPath: string): string {
  return statePaths[state]?.() ?? returnPath;
}
