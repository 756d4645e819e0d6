import type { AuthState } from '#contract/session/session-forms.ts';
import { paths } from '../../../paths.ts';

const screens = {
  signIn: paths.login,
  signedOut: paths.login,
  // The account is proven: what is left is to sign in, or to wait until the company is admitted.
  signedUp: paths.login,
  signUp: paths.signUp,
  confirmSignUp: paths.verifyAccount,
  verifyContact: paths.verifyAccount,
  confirmSignIn: paths.twoFactor,
  requireNewPassword: paths.newPassword,
  forgotPassword: paths.forgotPassword,
  signedIn: undefined,
} as const satisfies Record<AuthState, (() => string) | undefined>;

/** The screen of a state of section 4; whoever is signed in goes to `returnPath`. */
export function getAuthPath(state: AuthState, returnPath: string): string {
  return screens[state]?.() ?? returnPath;
}
