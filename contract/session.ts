import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { emailField, Id, Instant, requiredText } from './fields.ts';
import { Password } from './passwords.ts';
import { Role } from './users.ts';

const tag = 'Session';

/** The auth states of specification section 4, as the portal's screens know them. */
export const authStates = [
  'signIn',
  'signUp',
  'signedUp',
  'signedIn',
  'signedOut',
  'verifyContact',
  'requireNewPassword',
  'forgotPassword',
  'confirmSignUp',
  'confirmSignIn',
] as const;

export const AuthState = z.enum(authStates);
export type AuthState = z.infer<typeof AuthState>;

export const Email = emailField({
  required: 'Please input your Email!',
  empty: 'Please input your Email!',
  invalid: 'Email address in invalid format!',
});

/** The code of a mail or an authenticator app. */
export const Code = z
  .string({ error: 'Please input your Code!' })
  .trim()
  .min(1, { error: 'Please input your Code!', abort: true })
  .regex(/^[0-9]{1,12}$/, { error: 'Code in invalid format!' });

/** Version of the documents a person agrees to at sign-up; kept with the time of agreeing. */
export const agreementVersion = '2018-11-02';

export const SignInForm = z.strictObject({ email: Email, password: Password });

const signUpText = (message: string) => requiredText({ required: message, empty: message });

export const SignUpForm = z.strictObject({
  email: Email,
  firstName: signUpText('Please input your First Name!'),
  lastName: signUpText('Please input your Last Name!'),
  company: signUpText('Please input your Company Name!'),
  password: Password,
  termsConditions: z.literal(true, { error: 'Please agree with Terms & Conditions' }),
  dataProcessing: z.literal(true, { error: 'Please agree with Data Processing' }),
});
export type SignUpForm = z.infer<typeof SignUpForm>;

export const EmailForm = z.strictObject({ email: Email });
export const CodeForm = z.strictObject({ code: Code });
export const ConfirmSignUpForm = z.strictObject({ email: Email, code: Code });
export const ResetPasswordForm = z.strictObject({ email: Email, code: Code, password: Password });
export const NewPasswordForm = z.strictObject({ password: Password });
export const PasswordForm = z.strictObject({
  password: z.string().min(1, { error: 'Please input your Password!' }).max(200),
});

export const secondFactors = ['totp', 'email', 'recovery'] as const;
export const SecondFactor = z.enum(secondFactors);

/** A recovery code has letters too, so only the two numeric ways share the rule of the code field. */
export const ConfirmSignInForm = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('totp'), code: Code }),
  z.strictObject({ method: z.literal('email'), code: Code }),
  z.strictObject({
    method: z.literal('recovery'),
    code: z.string().trim().min(1, { error: 'Please input your Code!' }).max(40),
  }),
]);

/** Where a person stands after a step. `email` is there while a screen has to name the address. */
export const SessionStep = z.object({ state: AuthState, email: z.string().optional() });
export type SessionStep = z.infer<typeof SessionStep>;

export const IdentityToken = z.object({
  token: z.string(),
  expiresAt: Instant,
});
export type IdentityToken = z.infer<typeof IdentityToken>;

export const CompanyChoice = z.object({ id: Id, name: z.string() });

/** Section 3, current user, with what the shell needs to draw menus and zones. */
export const CurrentUser = z.object({
  id: Id,
  accountId: Id,
  companyId: Id,
  companyName: z.string(),
  company: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(Role),
  sapId: z.string().nullable(),
  version: z.int(),
  timeZone: z.string(),
  isProvider: z.boolean(),
  hasTwoFactor: z.boolean(),
  pendingEmail: z.string().nullable(),
  /** The companies this person belongs to; a provider's SuperAdmin finds all of them under `/companies`. */
  companies: z.array(CompanyChoice),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const TwoFactorSetUp = z.object({ uri: z.string(), secret: z.string(), recoveryCodes: z.array(z.string()) });
export type TwoFactorSetUp = z.infer<typeof TwoFactorSetUp>;

const step = (options: { id: string; path: `/${string}`; summary: string; access: 'public' | 'session' }) =>
  endpoint({ ...options, method: 'POST', tag, target: 'main' });

export const sessionContract = {
  get: endpoint({
    id: 'sessionGet',
    method: 'GET',
    path: '/session',
    summary: 'Where the holder of the session cookie stands',
    tag,
    access: 'public',
    target: 'main',
  }).output(SessionStep),

  signIn: step({ id: 'sessionSignIn', path: '/session/sign-in', summary: 'Sign in with password', access: 'public' })
    .input(z.object({ body: SignInForm }))
    .output(SessionStep),

  signUp: step({
    id: 'sessionSignUp',
    path: '/session/sign-up',
    summary: 'Sign up with a new company',
    access: 'public',
  })
    .input(z.object({ body: SignUpForm }))
    .output(SessionStep),

  confirmSignUp: step({
    id: 'sessionConfirmSignUp',
    path: '/session/confirm-sign-up',
    summary: 'Verify the account with the code of the mail',
    access: 'public',
  })
    .input(z.object({ body: ConfirmSignUpForm }))
    .output(SessionStep),

  resendCode: step({
    id: 'sessionResendCode',
    path: '/session/resend-code',
    summary: 'Send the verification code again',
    access: 'public',
  })
    .input(z.object({ body: EmailForm }))
    .output(SessionStep),

  forgotPassword: step({
    id: 'sessionForgotPassword',
    path: '/session/forgot-password',
    summary: 'Send a code for a new password',
    access: 'public',
  })
    .input(z.object({ body: EmailForm }))
    .output(SessionStep),

  resetPassword: step({
    id: 'sessionResetPassword',
    path: '/session/reset-password',
    summary: 'Set a new password with the code of the mail',
    access: 'public',
  })
    .input(z.object({ body: ResetPasswordForm }))
    .output(SessionStep),

  newPassword: step({
    id: 'sessionNewPassword',
    path: '/session/new-password',
    summary: 'Replace a temporary password',
    access: 'session',
  })
    .input(z.object({ body: NewPasswordForm }))
    .output(SessionStep),

  sendSignInCode: step({
    id: 'sessionSendSignInCode',
    path: '/session/sign-in-code',
    summary: 'Send a one-time code by mail as the extra sign-in step',
    access: 'public',
  }).output(SessionStep),

  confirmSignIn: step({
    id: 'sessionConfirmSignIn',
    path: '/session/confirm-sign-in',
    summary: 'Prove the second factor',
    access: 'public',
  })
    .input(z.object({ body: ConfirmSignInForm }))
    .output(SessionStep),

  token: step({
    id: 'sessionToken',
    path: '/session/token',
    summary: 'A short-lived identity token for the session cookie',
    access: 'session',
  }).output(IdentityToken),

  signOut: step({
    id: 'sessionSignOut',
    path: '/session/sign-out',
    summary: 'End this session',
    access: 'public',
  }).output(SessionStep),

  signOutEverywhere: endpoint({
    id: 'sessionSignOutEverywhere',
    method: 'POST',
    path: '/session/sign-out-everywhere',
    summary: 'End every session of the caller',
    tag,
    access: 'signed-in',
    target: 'main',
  }).output(SessionStep),

  user: endpoint({
    id: 'sessionUserGet',
    method: 'GET',
    path: '/session/user',
    summary: 'The signed-in user',
    tag,
    access: 'signed-in',
    target: 'main',
  }).output(CurrentUser),

  sendContactCode: endpoint({
    id: 'sessionSendContactCode',
    method: 'POST',
    path: '/session/contact-code',
    summary: 'Send the code for a changed address again',
    tag,
    access: 'signed-in',
    target: 'main',
  }).output(SessionStep),

  verifyContact: endpoint({
    id: 'sessionVerifyContact',
    method: 'POST',
    path: '/session/verify-contact',
    summary: 'Prove a changed address with the code of the mail',
    tag,
    access: 'signed-in',
    target: 'main',
  })
    .input(z.object({ body: CodeForm }))
    .output(SessionStep),

  cancelContact: endpoint({
    id: 'sessionCancelContact',
    method: 'DELETE',
    path: '/session/contact-code',
    summary: 'Keep the old address',
    tag,
    access: 'signed-in',
    target: 'main',
  }).output(SessionStep),

  setUpTwoFactor: endpoint({
    id: 'sessionTwoFactorSetUp',
    method: 'POST',
    path: '/session/two-factor',
    summary: 'Begin two-factor sign-in: secret and recovery codes, on once a first code is proven',
    tag,
    access: 'signed-in',
    target: 'main',
  })
    .input(z.object({ body: PasswordForm }))
    .output(TwoFactorSetUp),

  confirmTwoFactor: endpoint({
    id: 'sessionTwoFactorConfirm',
    method: 'POST',
    path: '/session/two-factor/confirm',
    summary: 'Turn two-factor sign-in on with a first code',
    tag,
    access: 'signed-in',
    target: 'main',
  })
    .input(z.object({ body: CodeForm }))
    .output(SessionStep),

  disableTwoFactor: endpoint({
    id: 'sessionTwoFactorDisable',
    method: 'POST',
    path: '/session/two-factor/disable',
    summary: 'Turn two-factor sign-in off',
    tag,
    access: 'signed-in',
    target: 'main',
  })
    .input(z.object({ body: PasswordForm.extend({ code: Code }) }))
    .output(SessionStep),

  jwks: endpoint({
    id: 'sessionJwksGet',
    method: 'GET',
    path: '/session/jwks',
    summary: 'The public keys of the identity tokens',
    tag,
    access: 'public',
    target: 'main',
  }).output(z.object({ keys: z.array(z.record(z.string(), z.unknown())) })),
};
