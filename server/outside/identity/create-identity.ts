import type { Logger } from 'pino';
import { toEmailKey } from '#contract/fields.ts';
import { temporaryPasswordDays } from '#contract/constants.ts';
import type { Sql } from '../../sql/sql.ts';
import type { Clock } from '../clock.ts';
import * as accounts from './accounts/accounts.repository.ts';
import {
  applyEmailChange,
  cancelEmailChange,
  proveEmailChange,
  resendEmailChangeCode,
  startEmailChange,
} from './accounts/email-change.ts';
import { hashPassword } from './accounts/password-hashing.ts';
import { checkPassword, resetPassword, sendResetCode, setNewPassword, updatePassword } from './accounts/passwords.ts';
import { confirmSignUp, prepareSignUp, resendCode, signUp } from './accounts/sign-up.ts';
import { settleEvenly, type IdentityContext, type IdentityDatabase } from './context.ts';
import type { Identity, IdentityMail, RecordAccountChange } from './identity.ts';
import { claimInHour, hourlyLimits } from './limits/hourly-limits.repository.ts';
import { disableFactor } from './second-factor/two-factor.repository.ts';
import { confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, setUpTwoFactor } from './second-factor/two-factor.ts';
import { createTemporaryPassword } from './secrets.ts';
import { deleteSession, listSessions } from './sign-in/session-list.repository.ts';
import { createSignInCookies } from './sign-in/sign-in-cookies.ts';
import { getSession, issueToken, signOut, toAccount } from './sign-in/session.ts';
import { deleteExpired, deleteSessions } from './sign-in/sessions.repository.ts';
import { confirmSignIn, signIn } from './sign-in/sign-in.ts';
import { endIssuerSessions, findSignOn, signOn } from './single-sign-on/sign-on.ts';
import { deleteSignOns, spendOnce } from './single-sign-on/sign-on.repository.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';
import type { UserPools } from './user-pool/user-pools.ts';
import { withUserPools } from './user-pool/with-user-pools.ts';

export interface IdentitySettings {
  readonly database: IdentityDatabase;
  /** At least 32 random characters; signs session cookies and nothing else. */
  readonly authSecret: string;
  /** At least 32 random characters, stored: it encrypts TOTP secrets and signing keys and keys the hashes of codes. */
  readonly secretsKey: string;
  /** Former keys, for reading only. */
  readonly olderKeys: readonly string[];
  /** Origin of the portal without a trailing slash; the issuer of its tokens. */
  readonly publicUrl: string;
  readonly audience: string;
  readonly product: string;
  readonly clock: Clock;
  readonly mail: IdentityMail;
  readonly recordChange: RecordAccountChange;
  readonly log: Logger;
  readonly isAccountAdmitted: IdentityContext['isAccountAdmitted'];
  readonly isAccountUndecided: IdentityContext['isAccountUndecided'];
  readonly isPasswordClosed: IdentityContext['isPasswordClosed'];
  readonly isOfOneCompany: IdentityContext['isOfOneCompany'];
  readonly listBreakGlassWatchers: IdentityContext['listBreakGlassWatchers'];
  /** By default none. */
  readonly userPools?: UserPools | undefined;
  /** Minimum time of answers that must not reveal known addresses; default 300 ms. */
  readonly evenAnswerMs?: number;
}

/** The portal's own identity service on PostgreSQL, and behind it the user pools of companies. */
export function createIdentity({ database, userPools, ...settings }: IdentitySettings): Identity {
  const { authSecret: secret, secretsKey, publicUrl, audience, clock } = settings;
  const { sql } = database;
  const cookies = createSignInCookies({ publicUrl, secret });
  const keys = createSigningKeys({ sql, secretsKey, publicUrl, audience });
  const poolFlow = userPools?.cookie;
  const context: IdentityContext = { evenAnswerMs: 300, ...settings, ...database, cookies, keys, poolFlow };
  const own: Identity = {
    ...bindAll(context, operations),
    signIn: (caller, input) => signIn(context, caller, input),
    evenly: (work) => settleEvenly(context.evenAnswerMs, work),
    endSignOns: (companyId) => deleteSignOns(sql, { companyId }),
    spendOnce: (key) => spendOnce(sql, key, clock.now()),
    signOutEverywhere: (sessions) => deleteSessions(sql, sessions),
    listSessions: (sessions) => listSessions(sql, { ...sessions, now: clock.now() }),
    endSession: async (tx, session) => (await deleteSession(tx, session)) !== undefined,
    endOtherSessions: deleteSessions,
    getJwks: keys.listPublicKeys,
    ensureAccount: (tx, input) => ensureAccount(tx, input, clock.now()),
    renewTemporaryPassword: (tx, accountId) => renewTemporaryPassword(tx, accountId, clock.now()),
    resetTwoFactor: (tx, accountId) => disableFactor(tx, accountId, clock.now()),
    claimUserMail: (tx, { id, isEstablished }) => {
      const limit = isEstablished ? hourlyLimits.userMail : hourlyLimits.userMailOfNewCompany;
      return claimInHour(tx, limit, { key: id, now: clock.now() });
    },
    deleteAccount: accounts.deleteAccount,
    findAccount: async (accountId) => {
      const account = await accounts.findAccount(sql, { accountId });
      return account && toAccount(account);
    },
    deleteExpired: () => deleteExpired(sql, clock.now()),
    ...withoutPoolApp,
  };
  return userPools ? withUserPools(own, context, userPools) : own;
}

/** Operations of the port that need the context alone. */
const operations = {
  confirmSignIn,
  signOn,
  findSignOn,
  endIssuerSessions,
  prepareSignUp,
  signUp,
  confirmSignUp,
  resendCode,
  sendResetCode,
  resetPassword,
  setNewPassword,
  updatePassword,
  checkPassword,
  getSession,
  issueToken,
  signOut,
  setUpTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  startEmailChange,
  resendEmailChangeCode,
  cancelEmailChange,
  proveEmailChange,
  applyEmailChange,
};

const noSession = () => Promise.resolve(undefined);

/** No session is of a user pool. */
const withoutPoolApp = {
  findPoolApp: noSession,
  setUpPoolApp: noSession,
  confirmPoolApp: noSession,
  disablePoolApp: noSession,
};

type Operation = (context: IdentityContext, ...args: never[]) => unknown;
type Bound<Each extends Operation> = Each extends (context: IdentityContext, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

function bindAll<Operations extends Record<string, Operation>>(
  context: IdentityContext,
  unbound: Operations,
): { [Name in keyof Operations]: Bound<Operations[Name]> } {
  const entries = Object.entries(unbound).map(([name, operation]) => [name, operation.bind(undefined, context)]);
  return Object.fromEntries(entries) as { [Name in keyof Operations]: Bound<Operations[Name]> };
}

interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly isLasting?: true;
}

/** Computes the hash in any case, so that the time does not reveal addresses that have an account. */
async function ensureAccount(sql: Sql, { email, name, isLasting }: NewAccount, now: Date) {
  const password = createTemporaryPassword();
  const passwordHash = await hashPassword(password);
  const temporaryUntil = isLasting ? null : getEndOfTemporary(now);
  const account = { email: toEmailKey(email), name, passwordHash, temporaryUntil };
  const { accountId, isNew } = await accounts.ensureAccount(sql, account);
  return { accountId, temporaryPassword: isNew ? password : undefined };
}

/** Computes the hash in any case, like `ensureAccount`. */
async function renewTemporaryPassword(sql: Sql, accountId: string, now: Date): Promise<string | undefined> {
  const password = createTemporaryPassword();
  const passwordHash = await hashPassword(password);
  const renewed = { accountId, passwordHash, temporaryUntil: getEndOfTemporary(now) };
  return (await accounts.renewTemporaryPassword(sql, renewed)) ? password : undefined;
}

const getEndOfTemporary = (now: Date) => new Date(now.getTime() + temporaryPasswordDays * 86_400_000);
