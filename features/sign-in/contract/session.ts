import * as z from 'zod';
import { Id } from '#contract/fields.ts';
import {
  ChooseCompanyForm,
  CodeForm,
  ConfirmSignInForm,
  ConfirmSignUpForm,
  CurrentUser,
  EmailForm,
  IdentityToken,
  NewPasswordForm,
  ResetPasswordForm,
  SessionStep,
  SignInForm,
  SignUpForm,
  UpdatePasswordForm,
} from './session-forms.ts';
import { ListedSession } from './session-list.ts';
import { endpoint, formStep, poolFaults, step } from './session-steps.ts';
import { twoFactorEndpoints } from './two-factor.ts';

/** Problems of a sign-in at a user pool. */
const poolProblems = [
  ...poolFaults,
  'session.email-unverified',
  'session.foreign-domain',
  'session.no-user',
  'session.password-denied',
] as const;

/** Problems of a session that may not change the address. */
const addressProblems = ['session.of-one-company', 'session.address-of-company'] as const;

export const sessionContract = {
  get: endpoint({
    method: 'GET',
    path: '/session',
    summary: 'Get the state of the session: which step of signing in comes next',
    access: 'public',
  }).output(SessionStep),

  signIn: formStep(SignInForm, {
    path: '/session/sign-in',
    goesOn: true,
    summary: 'Sign in with a password',
    access: 'public',
    problems: [
      'session.wrong-credentials',
      'session.too-many-attempts',
      'session.denied',
      'session.password-expired',
      'session.single-sign-on-required',
      'session.pool-password-required',
      ...poolProblems,
    ],
  }),

  signUp: formStep(SignUpForm, {
    path: '/session/sign-up',
    summary: 'Sign up with a new company',
    access: 'public',
    problems: [
      'session.sign-up-closed',
      'session.guessable-password',
      'session.password-denied',
      'session.denied',
      'session.too-many-attempts',
      ...poolFaults,
    ],
  }),

  confirmSignUp: formStep(ConfirmSignUpForm, {
    path: '/session/confirm-sign-up',
    summary: 'Verify the account with the code sent by e-mail',
    access: 'public',
    problems: ['session.wrong-code', 'session.denied', 'session.too-many-attempts', ...poolFaults],
  }),

  resendCode: formStep(EmailForm, {
    path: '/session/resend-code',
    summary: 'Send the verification code again',
    access: 'public',
    problems: ['session.too-many-attempts', 'session.step-out-of-turn', ...poolFaults],
  }),

  requestPasswordReset: formStep(EmailForm, {
    path: '/session/forgot-password',
    summary: 'Send a code for a new password',
    access: 'public',
    problems: ['session.too-many-attempts', ...poolFaults],
  }),

  resetPassword: formStep(ResetPasswordForm, {
    path: '/session/reset-password',
    summary: 'Set a new password with the code sent by e-mail',
    access: 'public',
    problems: [
      'session.wrong-code',
      'session.guessable-password',
      'session.password-denied',
      'session.same-password',
      'session.denied',
      'session.too-many-attempts',
      ...poolFaults,
    ],
  }),

  replacePassword: formStep(NewPasswordForm, {
    path: '/session/new-password',
    summary: 'Replace a temporary password',
    access: 'session',
    problems: [
      'session.step-out-of-turn',
      'session.same-password',
      'session.guessable-password',
      'session.too-many-attempts',
      'session.denied',
      'request.too-many',
      ...poolProblems,
    ],
  }),

  updatePassword: formStep(UpdatePasswordForm, {
    path: '/session/password',
    summary: 'Change the password; every other session of the caller ends',
    access: 'signed-in',
    problems: [
      'session.wrong-password',
      'session.same-password',
      'session.guessable-password',
      'session.single-sign-on-required',
      'session.of-one-company',
      'session.step-out-of-turn',
      'session.too-many-attempts',
      'session.password-denied',
      'session.denied',
      'request.too-many',
      ...poolFaults,
    ],
  }),

  confirmSignIn: formStep(ConfirmSignInForm, {
    path: '/session/confirm-sign-in',
    goesOn: true,
    summary: 'Confirm the sign-in with two-factor authentication',
    access: 'public',
    problems: [
      'session.step-out-of-turn',
      'session.wrong-code',
      'session.too-many-attempts',
      'session.denied',
      ...poolProblems,
    ],
  }),

  chooseCompany: formStep(ChooseCompanyForm, {
    path: '/session/company',
    goesOn: true,
    summary: 'Choose the company of a first sign-in, where several have added the person',
    access: 'session',
    problems: ['session.step-out-of-turn', 'record.not-found'],
  }),

  createToken: endpoint({
    method: 'POST',
    path: '/session/token',
    summary: 'Create a short-lived identity token for the session cookie; with `with=user` also get its user',
    goesOn: true,
    access: 'session',
    problems: ['session.step-out-of-turn', 'session.denied'],
  })
    .input(z.object({ query: z.strictObject({ with: z.literal('user').optional() }).optional() }))
    .output(IdentityToken),

  signOut: step({
    path: '/session/sign-out',
    goesOn: true,
    summary: 'End this session',
    access: 'public',
  }),

  signOutEverywhere: step({
    path: '/session/sign-out-everywhere',
    goesOn: true,
    summary: 'End every session of the caller',
    access: 'signed-in',
  }),

  listSessions: endpoint({
    method: 'GET',
    path: '/session/sessions',
    summary: 'List the browsers in which the caller is signed in, last used first',
    access: 'signed-in',
  }).output(z.array(ListedSession)),

  deleteSession: endpoint({
    method: 'DELETE',
    path: '/session/sessions/{id}',
    summary: 'End one session of the caller; its tokens are denied immediately',
    access: 'signed-in',
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(z.array(ListedSession)),

  deleteOtherSessions: endpoint({
    method: 'DELETE',
    path: '/session/sessions',
    summary: 'End every session of the caller but this one',
    access: 'signed-in',
  }).output(z.array(ListedSession)),

  getUser: endpoint({
    method: 'GET',
    path: '/session/user',
    summary: 'Get the signed-in user',
    access: 'signed-in',
  }).output(CurrentUser),

  sendContactCode: step({
    path: '/session/contact-code',
    summary: 'Send the code for a changed address again',
    access: 'signed-in',
    problems: ['session.step-out-of-turn', 'session.too-many-attempts', ...addressProblems],
  }),

  verifyContact: formStep(CodeForm, {
    path: '/session/verify-contact',
    summary: 'Confirm a changed address with the code sent by e-mail',
    access: 'signed-in',
    problems: ['session.step-out-of-turn', 'session.wrong-code', 'session.too-many-attempts', ...addressProblems],
  }),

  cancelContact: endpoint({
    method: 'DELETE',
    path: '/session/contact-code',
    summary: 'Cancel the change of the address',
    access: 'signed-in',
    problems: addressProblems,
  }).output(SessionStep),

  ...twoFactorEndpoints,

  getJwks: endpoint({
    method: 'GET',
    path: '/session/jwks',
    summary: 'Get the public keys of the identity tokens',
    access: 'public',
  }).output(z.object({ keys: z.array(z.record(z.string(), z.unknown())) })),
};
