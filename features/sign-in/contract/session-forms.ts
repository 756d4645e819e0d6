import * as z from 'zod';
import { capabilities } from '#contract/capabilities.ts';
import { Suspension } from '#features/company/contract/companies.ts';
import { ZoneName } from '#features/company/contract/company.ts';
import { emailField, Id, Instant, nameText, personName, textMaxLength } from '#contract/fields.ts';
import { Password } from './passwords.ts';
import { mapOptionalFields } from '#features/people/contract/user-fields.ts';
import { Role } from '#features/people/contract/users.ts';

/**
 * The auth states of specification section 4, the set-up of an app that a user pool demands, and the choice of a company by a
 * person whom several have added.
 */
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
  'totpSetup',
  'chooseCompany',
] as const;

export const AuthState = z.enum(authStates);
export type AuthState = z.infer<typeof AuthState>;

export const Email = emailField({
  required: 'Please input your Email!',
  empty: 'Please input your Email!',
  invalid: 'Email address in invalid format!',
});

/**
 * The digits of a code as mails, messages and authenticator apps show it: in groups between blanks or dashes, full-width or
 * Arabic.
 */
const toDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}·\u2212]/gu, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));

/** The code of a mail or an authenticator app. */
export const Code = z
  .string({ error: 'Please input your Code!' })
  .max(200, { error: 'Code in invalid format!', abort: true })
  .overwrite(toDigits)
  .min(1, { error: 'Please input your Code!', abort: true })
  .regex(/^[0-9]{1,12}$/, { error: 'Code in invalid format!' });

/** Version of the documents of the agreement at sign-up, stored with its time. */
export const agreementVersion = '2018-11-02';

export const SignInForm = z.strictObject({ email: Email, password: Password });
export type SignInForm = z.infer<typeof SignInForm>;

const signUpText = (message: string) => personName({ required: message, empty: message });

export const SignUpForm = z.strictObject({
  email: Email,
  firstName: signUpText('Please input your First Name!'),
  lastName: signUpText('Please input your Last Name!'),
  company: nameText({
    required: 'Please input your Company Name!',
    empty: 'Please input your Company Name!',
    maxLength: textMaxLength,
  }),
  password: Password,
  /** Time zone of the new company; without it that of the portal's region. */
  timeZone: ZoneName.optional(),
  termsConditions: z.literal(true, { error: 'Please agree with Terms & Conditions' }),
  dataProcessing: z.literal(true, { error: 'Please agree with Data Processing' }),
});
export type SignUpForm = z.infer<typeof SignUpForm>;

export const ChooseCompanyForm = z.strictObject({ companyId: Id });
export const EmailForm = z.strictObject({ email: Email });
export const CodeForm = z.strictObject({ code: Code });
export const ConfirmSignUpForm = z.strictObject({ email: Email, code: Code });
export type ConfirmSignUpForm = z.infer<typeof ConfirmSignUpForm>;
export const ResetPasswordForm = z.strictObject({ email: Email, code: Code, password: Password });
export type ResetPasswordForm = z.infer<typeof ResetPasswordForm>;
export const NewPasswordForm = z.strictObject({ password: Password });
export const PasswordForm = z.strictObject({
  password: z.string().min(1, { error: 'Please input your Password!' }).max(200),
});

/** The present password, then the one in its place. */
export const UpdatePasswordForm = PasswordForm.extend({ newPassword: Password });
export type UpdatePasswordForm = z.infer<typeof UpdatePasswordForm>;

/** No mailed code, because the mailbox also resets the password. */
export const secondFactors = ['totp', 'recovery'] as const;
export const SecondFactor = z.enum(secondFactors);

/** A recovery code has letters, so `Code` does not apply. */
const RecoveryCode = z.string().trim().min(1, { error: 'Please input your Code!' }).max(40);

export const ConfirmSignInForm = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('totp'), code: Code }),
  z.strictObject({ method: z.literal('recovery'), code: RecoveryCode }),
]);

/** Both factors again. Recovery codes are accepted, because otherwise a lost app could not be replaced. */
export const BothFactorsForm = z.discriminatedUnion('method', [
  PasswordForm.extend({ method: z.literal('totp'), code: Code }),
  PasswordForm.extend({ method: z.literal('recovery'), code: RecoveryCode }),
]);
export type BothFactorsForm = z.infer<typeof BothFactorsForm>;

/** Source of the second factor's code at a user pool, which has no recovery codes. */
const codeSources = ['app', 'sms', 'mail'] as const;

export const CompanyChoice = z.object({ id: Id, name: z.string() });

/** The auth state after a step. `email` is there where the page shows the address. */
export const SessionStep = z.object({
  state: AuthState,
  email: z.string().optional(),
  codeFrom: z.enum(codeSources).optional(),
  /** In state `totpSetup`, of the session alone: what the authenticator app takes. */
  key: z.object({ uri: z.string(), secret: z.string() }).optional(),
  /** In state `chooseCompany`, of the session alone: who has added the person, and since when. */
  companies: z.array(CompanyChoice.extend({ addedAt: Instant })).optional(),
  /** After a sign-out: where the issuer of the sign-in signs out too. */
  issuerSignOut: z.string().optional(),
});
export type SessionStep = z.infer<typeof SessionStep>;

/** Section 3, current user, with companies and time zone for the shell. */
export const CurrentUser = z.object({
  id: Id,
  accountId: Id,
  companyId: Id,
  companyName: z.string(),
  /** The file key of the company's logo. */
  companyLogo: z.string().nullable(),
  company: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(Role),
  /** Capabilities that the roles give in this company. */
  capabilities: z.array(z.enum(capabilities)),
  ...mapOptionalFields(() => z.string().nullable()),
  version: z.int(),
  /** An IANA name, or a company's zone with its changes (`calendar/zone-names.ts`). */
  timeZone: z.string(),
  /** Suspension of the current company, including one that has not started yet; null without one. */
  suspension: Suspension.extend({ isInForce: z.boolean() }).nullable(),
  /** The name of the own company while the provider's user acts in another one. */
  homeCompanyName: z.string().nullable(),
  hasTwoFactor: z.boolean(),
  pendingEmail: z.string().nullable(),
  /** Whether the company acted in demands single sign-on, and whether all companies of the account do. */
  isSingleSignOnDemanded: z.boolean(),
  isPasswordClosed: z.boolean(),
  /** Whether a user pool of the company acted in opened this session, whose password it is. */
  isPoolSession: z.boolean(),
  /** The companies of the account's users; `/companies` lists all companies for the provider's SuperAdmins. */
  companies: z.array(CompanyChoice),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const TwoFactorSetUp = z.object({ uri: z.string(), secret: z.string(), recoveryCodes: z.array(z.string()) });
export type TwoFactorSetUp = z.infer<typeof TwoFactorSetUp>;

/** Ten codes for one sign-in each; answered once and stored as hashes. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** `user` is there with `with=user`, where the account has a user in the company of the header. */
export const IdentityToken = z.object({
  token: z.string(),
  expiresAt: Instant,
  user: CurrentUser.optional(),
});
export type IdentityToken = z.infer<typeof IdentityToken>;
