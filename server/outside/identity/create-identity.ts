import type { Pool } from 'pg';
import { toEmailKey } from '#contract/fields.ts';
import type { Clock } from '../clock.ts';
import { ensureAccountRow, findAccountById, removeAccountRow } from './accounts/accounts.repository.ts';
import { createBetterAuth } from './better-auth.ts';
import { confirmSignIn, sendSignInCode } from './sign-in/confirm-sign-in.ts';
import type { IdentityContext } from './context.ts';
import { settleEvenly } from './context.ts';
import {
  applyEmailChange,
  cancelEmailChange,
  proveEmailChange,
  resendEmailChangeCode,
  startEmailChange,
} from './accounts/email-change.ts';
import { claimInHour, hourlyLimits } from './limits/hourly-limits.repository.ts';
import type { Executor } from '../../lib/executor.ts';
import type { Identity, IdentityMail, NoteAccountChange } from './identity.ts';
import { hashPassword } from './accounts/password-hashing.ts';
import { checkPassword, resetPassword, sendResetCode, setNewPassword } from './accounts/passwords.ts';
import { temporaryPassword } from './secrets.ts';
import { issueToken, readSession, signOut, toAccount } from './sign-in/session.ts';
import { deleteExpired, deleteSessions } from './sign-in/sessions.repository.ts';
import { signIn } from './sign-in/sign-in.ts';
import { confirmSignUp, prepareSignUp, resendCode, signUp } from './accounts/sign-up.ts';
import { confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, setUpTwoFactor } from './second-factor/two-factor.ts';

export type IdentitySettings = {
  /** Logs in as the system role; every statement names its schema. */
  pool: Pool;
  /** At least 32 random characters; signs session cookies and nothing else. */
  authSecret: string;
  /** At least 32 random characters, kept: it encrypts TOTP secrets and signing keys and keys the hashes of codes. */
  secretsKey: string;
  /** What these have encrypted or keyed is still read. */
  olderKeys: readonly string[];
  /** Origin of the portal without a trailing slash; the issuer of its tokens. */
  publicUrl: string;
  audience: string;
  product: string;
  clock: Clock;
  mail: IdentityMail;
  noteChange: NoteAccountChange;
  isAccountAdmitted(accountId: string): Promise<boolean>;
  /** How long answers that must not tell known from unknown addresses take at least; 300 ms unless told. */
  evenAnswerMs?: number;
};

/** The portal's own identity service, on better-auth and PostgreSQL. */
export function createIdentity(settings: IdentitySettings): Identity {
  const { pool, authSecret, secretsKey, publicUrl, audience } = settings;
  const auth = createBetterAuth({ pool, secret: authSecret, secretsKey, publicUrl, audience });
  const context: IdentityContext = { evenAnswerMs: 300, ...settings, auth };
  return {
    signIn: (caller, input) => signIn(context, caller, input),
    sendSignInCode: (caller) => sendSignInCode(context, caller),
    confirmSignIn: (caller, input) => confirmSignIn(context, caller, input),
    prepareSignUp: (caller, input) => prepareSignUp(context, caller, input),
    signUp: (executor, prepared) => signUp(context, executor, prepared),
    confirmSignUp: (caller, input) => confirmSignUp(context, caller, input),
    resendCode: (caller, input) => resendCode(context, caller, input),
    evenly: (work) => settleEvenly(context.evenAnswerMs, work),
    sendResetCode: (caller, input) => sendResetCode(context, caller, input),
    resetPassword: (caller, input) => resetPassword(context, caller, input),
    setNewPassword: (caller, input) => setNewPassword(context, caller, input),
    checkPassword: (accountId, password) => checkPassword(context, accountId, password),
    session: (caller) => readSession(context, caller),
    issueToken: (caller) => issueToken(context, caller),
    signOut: (caller) => signOut(context, caller),
    signOutEverywhere: (accountId) => deleteSessions(pool, accountId),
    jwks: async () => ({ keys: (await auth.api.getJwks()).keys.map((key) => ({ ...key })) }),
    setUpTwoFactor: (accountId, input) => setUpTwoFactor(context, accountId, input),
    confirmTwoFactor: (executor, accountId, input) => confirmTwoFactor(context, executor, accountId, input),
    disableTwoFactor: (executor, accountId, input) => disableTwoFactor(context, executor, accountId, input),
    renewRecoveryCodes: (executor, accountId, input) => renewRecoveryCodes(context, executor, accountId, input),
    startEmailChange: (accountId, input) => startEmailChange(context, accountId, input),
    resendEmailChangeCode: (accountId) => resendEmailChangeCode(context, accountId),
    cancelEmailChange: (accountId) => cancelEmailChange(context, accountId),
    proveEmailChange: (accountId, input) => proveEmailChange(context, accountId, input),
    applyEmailChange: (executor, change) => applyEmailChange(context, executor, change),
    ensureAccount,
    claimUserMail: (executor, companyId) =>
      claimInHour(executor, hourlyLimits.userMail, { key: companyId, now: context.clock.now() }),
    removeAccount: removeAccountRow,
    findAccount: async (accountId) => {
      const row = await findAccountById(pool, accountId);
      return row && toAccount(row);
    },
    sweep: () => deleteExpired(pool, context.clock.now()),
  };
}

/** The hash is computed either way, so that the time does not tell who is registered elsewhere. */
async function ensureAccount(executor: Executor, input: { email: string; name: string }) {
  const password = temporaryPassword();
  const { accountId, isNew } = await ensureAccountRow(executor, {
    email: toEmailKey(input.email),
    name: input.name,
    passwordHash: await hashPassword(password),
  });
  return { accountId, temporaryPassword: isNew ? password : undefined };
}
