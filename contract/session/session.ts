import * as z from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import type { EndpointOptions } from '../endpoint.ts';
import {
  BothFactorsForm,
  CodeForm,
  ConfirmSignInForm,
  ConfirmSignUpForm,
  CurrentUser,
  EmailForm,
  IdentityToken,
  NewPasswordForm,
  PasswordForm,
  RecoveryCodes,
  ResetPasswordForm,
  SessionStep,
  SignInForm,
  SignUpForm,
  TwoFactorSetUp,
} from './session-forms.ts';

const endpoint = defineEndpoints('Session');

const step = (options: Pick<EndpointOptions, 'path' | 'summary' | 'access' | 'problems'>) =>
  endpoint({ ...options, method: 'POST' });

export const sessionContract = {
  get: endpoint({
    method: 'GET',
    path: '/session',
    summary: 'Get the state of the session: which step of signing in comes next',
    access: 'public',
  }).output(SessionStep),

  signIn: step({
    path: '/session/sign-in',
    summary: 'Sign in with a password',
    access: 'public',
    problems: ['session.wrong-credentials', 'session.too-many-attempts', 'session.denied'],
  })
    .input(z.object({ body: SignInForm }))
    .output(SessionStep),

  signUp: step({
    path: '/session/sign-up',
    summary: 'Sign up with a new company',
    access: 'public',
    problems: ['session.sign-up-closed', 'session.too-many-attempts'],
  })
    .input(z.object({ body: SignUpForm }))
    .output(SessionStep),

  confirmSignUp: step({
    path: '/session/confirm-sign-up',
    summary: 'Verify the account with the mailed code',
    access: 'public',
    problems: ['session.wrong-code', 'session.too-many-attempts'],
  })
    .input(z.object({ body: ConfirmSignUpForm }))
    .output(SessionStep),

  resendCode: step({
    path: '/session/resend-code',
    summary: 'Send the verification code again',
    access: 'public',
    problems: ['session.too-many-attempts'],
  })
    .input(z.object({ body: EmailForm }))
    .output(SessionStep),

  requestPasswordReset: step({
    path: '/session/forgot-password',
    summary: 'Send a code for a new password',
    access: 'public',
    problems: ['session.too-many-attempts'],
  })
    .input(z.object({ body: EmailForm }))
    .output(SessionStep),

  resetPassword: step({
    path: '/session/reset-password',
    summary: 'Set a new password with the mailed code',
    access: 'public',
    problems: ['session.wrong-code', 'session.too-many-attempts'],
  })
    .input(z.object({ body: ResetPasswordForm }))
    .output(SessionStep),

  replacePassword: step({
    path: '/session/new-password',
    summary: 'Replace a temporary password',
    access: 'session',
    problems: ['session.step-out-of-turn', 'session.same-password', 'session.denied', 'request.too-many'],
  })
    .input(z.object({ body: NewPasswordForm }))
    .output(SessionStep),

  sendSignInCode: step({
    path: '/session/sign-in-code',
    summary: 'Mail a one-time code as second factor',
    access: 'public',
    problems: ['session.step-out-of-turn', 'session.too-many-attempts'],
  }).output(SessionStep),

  confirmSignIn: step({
    path: '/session/confirm-sign-in',
    summary: 'Confirm the sign-in with the second factor',
    access: 'public',
    problems: ['session.step-out-of-turn', 'session.wrong-code', 'session.too-many-attempts', 'session.denied'],
  })
    .input(z.object({ body: ConfirmSignInForm }))
    .output(SessionStep),

  createToken: step({
    path: '/session/token',
    summary: 'Create a short-lived identity token for the session cookie; with `with=user` also get its user',
    access: 'session',
    problems: ['session.step-out-of-turn', 'session.denied'],
  })
    .input(z.object({ query: z.strictObject({ with: z.literal('user').optional() }).optional() }))
    .output(IdentityToken),

  signOut: step({
    path: '/session/sign-out',
    summary: 'End this session',
    access: 'public',
  }).output(SessionStep),

  signOutEverywhere: endpoint({
    method: 'POST',
    path: '/session/sign-out-everywhere',
    summary: 'End every session of the caller',
    access: 'signed-in',
  }).output(SessionStep),

  getUser: endpoint({
    method: 'GET',
    path: '/session/user',
    summary: 'Get the signed-in user',
    access: 'signed-in',
  }).output(CurrentUser),

  sendContactCode: endpoint({
    method: 'POST',
    path: '/session/contact-code',
    summary: 'Send the code for a changed address again',
    access: 'signed-in',
    problems: ['session.step-out-of-turn', 'session.too-many-attempts'],
  }).output(SessionStep),

  verifyContact: endpoint({
    method: 'POST',
    path: '/session/verify-contact',
    summary: 'Confirm a changed address with the mailed code',
    access: 'signed-in',
    problems: ['session.step-out-of-turn', 'session.wrong-code', 'session.too-many-attempts'],
  })
    .input(z.object({ body: CodeForm }))
    .output(SessionStep),

  cancelContact: endpoint({
    method: 'DELETE',
    path: '/session/contact-code',
    summary: 'Cancel the change of the address',
    access: 'signed-in',
  }).output(SessionStep),

  setUpTwoFactor: endpoint({
    method: 'POST',
    path: '/session/two-factor',
    summary: 'Set up two-factor sign-in: get secret and recovery codes; a first code turns it on',
    access: 'signed-in',
    problems: ['session.two-factor-on', 'session.wrong-password', 'session.too-many-attempts', 'request.too-many'],
  })
    .input(z.object({ body: PasswordForm }))
    .output(TwoFactorSetUp),

  confirmTwoFactor: endpoint({
    method: 'POST',
    path: '/session/two-factor/confirm',
    summary: 'Turn two-factor sign-in on with a first code',
    access: 'signed-in',
    problems: ['session.two-factor-on', 'session.two-factor-off', 'session.wrong-code', 'session.too-many-attempts'],
  })
    .input(z.object({ body: CodeForm }))
    .output(SessionStep),

  disableTwoFactor: endpoint({
    method: 'POST',
    path: '/session/two-factor/disable',
    summary: 'Turn two-factor sign-in off',
    access: 'signed-in',
    problems: [
      'session.two-factor-off',
      'session.wrong-password',
      'session.wrong-code',
      'session.too-many-attempts',
      'request.too-many',
    ],
  })
    .input(z.object({ body: BothFactorsForm }))
    .output(SessionStep),

  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/session/two-factor/recovery-codes',
    summary: 'Renew the recovery codes; the former ones are invalid',
    access: 'signed-in',
    problems: [
      'session.two-factor-off',
      'session.wrong-password',
      'session.wrong-code',
      'session.too-many-attempts',
      'request.too-many',
    ],
  })
    .input(z.object({ body: BothFactorsForm }))
    .output(RecoveryCodes),

  getJwks: endpoint({
    method: 'GET',
    path: '/session/jwks',
    summary: 'Get the public keys of the identity tokens',
    access: 'public',
  }).output(z.object({ keys: z.array(z.record(z.string(), z.unknown())) })),
};
