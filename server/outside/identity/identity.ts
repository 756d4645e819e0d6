import type { Executor } from '../../lib/executor.ts';

/**
 * The identity port: everything the portal asks of whoever keeps passwords, second factors and sessions.
 *
 * A person's decision (wrong code, blocked) is an answer with `ok: false`; only faults of the machine throw, so that an
 * outage is never mistaken for a wrong password. Cookies come back as ready `Set-Cookie` values to be passed on as is.
 */

/**
 * Who calls: the request's headers (its cookies are read), the client's address as the proxy rules found it, and the
 * request's id for the audit log.
 */
export type Caller = { headers: Headers; ip: string; requestId: string };

export type RefusalReason =
  | 'wrongCredentials'
  | 'wrongCode'
  | 'wrongPassword'
  | 'samePassword'
  | 'tooManyAttempts'
  | 'stepOutOfTurn'
  | 'signedOut'
  | 'denied'
  | 'twoFactorOn'
  | 'twoFactorOff';

export type Refusal = { ok: false; reason: RefusalReason; retryAfterSeconds?: number };
export type Answer<T = object> = ({ ok: true } & T) | Refusal;

export type Account = {
  id: string;
  email: string;
  name: string;
  hasTwoFactor: boolean;
  /** An address that the holder wants and has not proven yet. */
  pendingEmail: string | null;
};

/** The auth states of specification section 4 that the identity service decides; the rest are screens. */
export type SessionState =
  | 'signedOut'
  | 'signedIn'
  | 'confirmSignIn'
  | 'requireNewPassword'
  | 'confirmSignUp'
  | 'denied';

export type SignInStep = {
  state: Exclude<SessionState, 'signedOut'>;
  accountId: string;
  email: string;
  cookies: string[];
};

export type SessionView = {
  state: SessionState;
  account?: Account;
  sessionId?: string;
  cookies: string[];
};

export type IdentityToken = { token: string; expiresAt: Date };

export type CodePurpose = 'verify' | 'reset' | 'sign-in' | 'change-email';
export type IdentityNotice = 'account-exists' | 'password-changed' | 'email-changed';

/** Mails, written by the given transaction so that a mail and what it speaks of are kept together or not at all. */
export type IdentityMail = {
  sendCode(executor: Executor, mail: { purpose: CodePurpose; email: string; code: string }): Promise<void>;
  sendNotice(executor: Executor, mail: { notice: IdentityNotice; email: string }): Promise<void>;
};

/** A sign-up that may be made: what `signUp` takes. */
export type PreparedSignUp = { email: string; name: string; passwordHash: string };

/** Writes down, by the transaction that makes it, that the holder of an account changed how they sign in. */
export type NoteAccountChange = (
  executor: Executor,
  change: {
    accountId: string;
    action: 'account.password-reset' | 'account.new-password';
    requestId: string;
    now: Date;
  },
) => Promise<void>;

export type SignUpOutcome = {
  /** `created`: a new account. `replaced`: the same unproven address again, the newest password counts. `exists`: nothing was
   *  made, the owner was told by mail; answer exactly like the others. */
  outcome: 'created' | 'replaced' | 'exists';
  /** Undefined when the address is somebody's proven account. */
  accountId: string | undefined;
  cookies: string[];
};

/** An address change whose code was right, ready to be applied. */
export type EmailChange = { accountId: string; oldEmail: string; newEmail: string; codeId: string };

/** For changing the second factor itself: a code of the app, or a recovery code where the app is lost. */
export type BothFactors = { password: string; method: 'totp' | 'recovery'; code: string };

export type TwoFactorSetUp = { uri: string; secret: string; recoveryCodes: string[] };

export type Identity = {
  signIn(caller: Caller, input: { email: string; password: string }): Promise<Answer<SignInStep>>;
  /** Mails a code as the extra step; needs the cookie of a sign-in that waits for its second factor. */
  sendSignInCode(caller: Caller): Promise<Answer>;
  confirmSignIn(
    caller: Caller,
    input: { method: 'totp' | 'email' | 'recovery'; code: string },
  ): Promise<Answer<SignInStep>>;

  /**
   * Asks the network's limit and hashes the password. Not inside a transaction: it would hold a connection all that
   * time. Wrap it and `signUp` together in `evenly`.
   * @throws Problem `request.too-many` where too many passwords wait to be hashed
   */
  prepareSignUp(
    caller: Caller,
    input: { email: string; password: string; name: string },
  ): Promise<Answer<{ prepared: PreparedSignUp }>>;
  /** Runs in a transaction of the system role. */
  signUp(executor: Executor, prepared: PreparedSignUp): Promise<SignUpOutcome>;
  confirmSignUp(caller: Caller, input: { email: string; code: string }): Promise<Answer<{ accountId: string }>>;
  resendCode(caller: Caller, input: { email: string }): Promise<Answer>;
  /** Settles no earlier than a fixed time after its start, so that work done only for known addresses does not show. */
  evenly<T>(work: () => Promise<T>): Promise<T>;

  sendResetCode(caller: Caller, input: { email: string }): Promise<Answer>;
  resetPassword(caller: Caller, input: { email: string; code: string; password: string }): Promise<Answer>;
  /** Only in state `requireNewPassword`; ends the account's other sessions. */
  setNewPassword(caller: Caller, input: { password: string }): Promise<Answer<SignInStep>>;
  checkPassword(accountId: string, password: string): Promise<Answer>;

  session(caller: Caller): Promise<SessionView>;
  /** Refused (`signedOut`, `denied`, `stepOutOfTurn`) in every state but `signedIn`. */
  issueToken(caller: Caller): Promise<Answer<IdentityToken & { cookies: string[] }>>;
  signOut(caller: Caller): Promise<{ cookies: string[] }>;
  signOutEverywhere(accountId: string): Promise<void>;
  jwks(): Promise<{ keys: Record<string, unknown>[] }>;

  setUpTwoFactor(accountId: string, input: { password: string }): Promise<Answer<TwoFactorSetUp>>;
  /**
   * Turns it on with a first code; that code is spent and is not the next sign-in's. This and the two below change in a
   * transaction of the system role; tries and spent codes count whatever becomes of it.
   */
  confirmTwoFactor(executor: Executor, accountId: string, input: { code: string }): Promise<Answer>;
  disableTwoFactor(executor: Executor, accountId: string, input: BothFactors): Promise<Answer>;
  renewRecoveryCodes(
    executor: Executor,
    accountId: string,
    input: BothFactors,
  ): Promise<Answer<{ recoveryCodes: string[] }>>;

  findAccount(accountId: string): Promise<Account | undefined>;
  startEmailChange(accountId: string, input: { email: string; password: string }): Promise<Answer>;
  resendEmailChangeCode(accountId: string): Promise<Answer>;
  cancelEmailChange(accountId: string): Promise<void>;
  /** Counts the try, so it stands apart from the transaction that applies the change (a rollback must not undo it). */
  proveEmailChange(accountId: string, input: { code: string }): Promise<Answer<EmailChange>>;
  /**
   * In a transaction of the system role, so that the memberships' addresses change with the account's. Refused where
   * the code was used, or the address taken, in the meantime.
   */
  applyEmailChange(executor: Executor, change: EmailChange): Promise<Answer>;

  /** In any transaction. `temporaryPassword` only where nobody could sign in with that address before. */
  ensureAccount(
    executor: Executor,
    input: { email: string; name: string },
  ): Promise<{ accountId: string; temporaryPassword: string | undefined }>;
  /**
   * Counts a mail to a new user of a company, in the transaction that writes it: what is rolled back does not count.
   * Refused with the seconds to wait when the company has sent its share of this hour.
   */
  claimUserMail(executor: Executor, companyId: string): Promise<Answer>;
  /** In any transaction, after the membership is gone. False where the account has other memberships. */
  removeAccount(executor: Executor, accountId: string): Promise<boolean>;

  /** Deletes what has expired: codes, counters, sessions, challenges. Run it hourly. */
  sweep(): Promise<void>;
};
