import type { OpenedBy } from '../../lib/request/actor.ts';
import type { Sql } from '../../sql/sql.ts';

/*
 * The identity port: passwords, second factors and sessions. A wrong code or a block is an answer with `ok: false`; only
 * faults of the machine throw, so that an outage never looks like a wrong password. `cookies` are `Set-Cookie` values.
 */

/** The request: its headers (for cookies), the client's address behind trusted proxies, and its id for the audit log. */
export type Caller = { headers: Headers; ip: string; requestId: string };

export type FailureReason =
  | 'wrongCredentials'
  | 'wrongCode'
  | 'wrongPassword'
  | 'samePassword'
  | 'guessablePassword'
  | 'deniedPassword'
  | 'tooManyAttempts'
  | 'stepOutOfTurn'
  | 'signedOut'
  | 'denied'
  | 'passwordExpired'
  | 'singleSignOnRequired'
  | 'ofOneCompany'
  /** The portal's right password, where a user pool is demanded. */
  | 'poolPasswordRequired'
  | 'twoFactorOn'
  | 'twoFactorOff'
  /** The user pool of the company has no authenticator apps. */
  | 'noAppAtPool'
  /** The user pool of the company does not answer. */
  | 'unreachable';

export type IdentityFailure = { ok: false; reason: FailureReason; retryAfterSeconds?: number };
export type Answer<T = object> = ({ ok: true } & T) | IdentityFailure;

export type Account = {
  id: string;
  email: string;
  name: string;
  hasTwoFactor: boolean;
  /** The new address until it is proven. */
  pendingEmail: string | null;
};

/** The auth states of specification section 4 that the identity service decides; the rest are screens. */
export type SessionState =
  | 'signedOut'
  | 'signedIn'
  | 'confirmSignIn'
  | 'totpSetup'
  | 'requireNewPassword'
  | 'chooseCompany'
  | 'confirmSignUp'
  | 'denied';

export type SignInStep = {
  state: Exclude<SessionState, 'signedOut'>;
  /** Undefined while a user pool has steps left. */
  accountId: string | undefined;
  email: string;
  cookies: string[];
  /** Source of the code at a user pool. */
  codeFrom?: 'app' | 'sms' | 'mail' | undefined;
};

export type SessionView = {
  state: SessionState;
  account?: Account;
  /** Sign-in with steps left at a user pool, whose account is not known yet. */
  atPool?: { email: string; codeFrom: SignInStep['codeFrom']; key: { uri: string; secret: string } | undefined };
  sessionId?: string;
  cookies: string[];
};

export type IdentityToken = { token: string; expiresAt: Date };

export type CodePurpose = 'verify' | 'reset' | 'change-email';
export type SecurityMailKind =
  | 'account-exists'
  | 'password-changed'
  | 'email-changed'
  | 'two-factor-reset'
  | 'password-closed'
  | 'break-glass';

/** Mails, queued in the given transaction so that a mail and its cause are committed together. */
export type IdentityMail = {
  sendCode(sql: Sql, mail: { purpose: CodePurpose; email: string; code: string }): Promise<void>;
  sendSecurityMail(sql: Sql, mail: { kind: SecurityMailKind; email: string; companyId?: string }): Promise<void>;
};

/**
 * Tries the user pool of the company that an address belongs to, after the portal itself has denied, under the same
 * counters. The pool's answer replaces the denial; undefined without a pool.
 */
export type AskPool<T = object> = () => Promise<Answer<T> | undefined>;

/** By default there is no pool. */
export const askNoPool = async () => undefined;

/** A sign-up with its password hashed and the network it came from, for `signUp`. */
export type PreparedSignUp = {
  email: string;
  name: string;
  passwordHash: string;
  network: string;
  /** Signed up at the user pool of this company instead; `subject` is undefined where the address is known there already. */
  atPool?: { companyId: string; subject: string | undefined };
};

/** `atPool`: the company whose user pool took the code; its person may have no user here yet. */
export type ConfirmedSignUp = { atPool?: string };

export type SignInAction = 'account.sign-in' | 'account.sign-in-failed' | 'account.locked' | 'account.sign-out';

/** Records in the transaction of the change that the holder of an account changed the sign-in. */
export type RecordAccountChange = (
  sql: Sql,
  change: {
    accountId: string;
    action:
      | 'account.password-reset'
      | 'account.new-password'
      | 'account.password-changed'
      | 'account.break-glass'
      | SignInAction;
    /** How the session was opened in which it happened; undefined where there is none. */
    session?: OpenedBy | undefined;
    /** The client's address; null where it does not matter. */
    address?: string | null;
    requestId: string;
    now: Date;
  },
) => Promise<void>;

export type SignUpOutcome = {
  /**
   * `created`: a new account. `replaced`: the same unproven address again, with the newest password. `exists`: no account was
   * created and the owner was mailed. All three must be answered the same.
   */
  outcome: 'created' | 'replaced' | 'exists';
  /** Undefined where the address has a proven account. */
  accountId: string | undefined;
  cookies: string[];
  /** A new person at the user pool of a company, without an account here. */
  atPool?: { companyId: string; subject: string };
};

/** An address change whose code was right, ready to be applied. */
export type EmailChange = { accountId: string; oldEmail: string; newEmail: string; codeId: string };

/** For changing the second factor: the password with a code of the app or a recovery code. */
export type BothFactors = { password: string; method: 'totp' | 'recovery'; code: string };

export type TwoFactorSetUp = { uri: string; secret: string; recoveryCodes: string[] };

/** Who asks about the user pool that opened the session. */
export type PoolPerson = { accountId: string; sessionId: string | null };

/** All of an account, or those that the issuer of one company opened. */
export type SessionsOf = { accountId: string; openedFor: string | null };

/** A session of an account that has not ended. The network is shortened. */
export type OpenSession = {
  id: string;
  userAgent: string | null;
  network: string | null;
  signedInAt: Date;
  lastUsedAt: Date;
};

/** Whom an issuer has signed in. The session of a company's issuer opens this company alone; null for the portal's. */
export type SignedOn = {
  companyId: string | null;
  issuer: string;
  subject: string;
  /** The issuer's own session, where it names one. */
  issuerSession: string | null;
  /** Sealed; a hint for the issuer's sign-out. */
  sealedToken: Buffer | null;
};

/** The sessions that an issuer ends: those of its own session, or all of a person. */
export type IssuerSessions = Pick<SignedOn, 'companyId' | 'issuer'> & {
  subject: string | null;
  issuerSession: string | null;
};

export type Identity = {
  /** Opens a session for a person whom an issuer has signed in, without password and second factor of the portal. */
  signOn(caller: Caller, signedOn: SignedOn & { accountId: string }): Promise<Answer<SignInStep>>;
  /** How an issuer opened the session of these cookies; undefined for a password. */
  findSignOn(caller: Caller): Promise<SignedOn | undefined>;
  /** Ends and audits the sessions. */
  endIssuerSessions(caller: Caller, sessions: IssuerSessions): Promise<void>;
  /** Ends every session of a company's issuer. */
  endSignOns(companyId: string): Promise<void>;
  /** False where the key was spent before. Keys are forgotten after a day. */
  spendOnce(key: string): Promise<boolean>;

  signIn(caller: Caller, input: { email: string; password: string }): Promise<Answer<SignInStep>>;
  confirmSignIn(caller: Caller, input: { method: 'totp' | 'recovery'; code: string }): Promise<Answer<SignInStep>>;

  /**
   * Checks the network's limit and hashes the password. Call it outside a transaction, because hashing would hold the
   * connection. Wrap it and `signUp` together in `evenly`.
   * @throws Problem `request.too-many` where too many passwords wait to be hashed
   */
  prepareSignUp(
    caller: Caller,
    input: { email: string; password: string; name: string; company: string; firstName?: string; lastName?: string },
  ): Promise<Answer<{ prepared: PreparedSignUp }>>;
  /** Runs in a transaction of the system role. */
  signUp(sql: Sql, prepared: PreparedSignUp): Promise<SignUpOutcome>;
  confirmSignUp(caller: Caller, input: { email: string; code: string }): Promise<Answer<ConfirmedSignUp>>;
  resendCode(caller: Caller, input: { email: string }): Promise<Answer>;
  /** Settles no earlier than a fixed time after its start, so that the time does not reveal known addresses. */
  evenly<T>(work: () => Promise<T>): Promise<T>;

  sendResetCode(caller: Caller, input: { email: string }): Promise<Answer>;
  resetPassword(caller: Caller, input: { email: string; code: string; password: string }): Promise<Answer>;
  /** Only in state `requireNewPassword`; ends the account's other sessions and renews this one. */
  setNewPassword(caller: Caller, input: { password: string }): Promise<Answer<SignInStep>>;
  /** Replaces the password of a signed-in account; ends its sessions but `sessionId`, which goes on under another id. */
  updatePassword(
    caller: Caller,
    input: { accountId: string; sessionId: string | undefined; password: string; newPassword: string },
  ): Promise<Answer<{ cookies: string[] }>>;
  checkPassword(accountId: string, password: string): Promise<Answer>;

  getSession(caller: Caller): Promise<SessionView>;
  /** Only in state `signedIn`; otherwise `signedOut`, `denied` or `stepOutOfTurn`. */
  issueToken(caller: Caller): Promise<Answer<IdentityToken & { cookies: string[] }>>;
  signOut(caller: Caller): Promise<{ cookies: string[] }>;
  signOutEverywhere(sessions: SessionsOf): Promise<void>;
  /** Last used first. */
  listSessions(sessions: SessionsOf): Promise<OpenSession[]>;
  /** In a system transaction. False where the account has no such session. */
  endSession(sql: Sql, session: SessionsOf & { id: string }): Promise<boolean>;
  /** In a system transaction. Ends also sign-ins that wait for their second factor, where it ends all. */
  endOtherSessions(sql: Sql, sessions: SessionsOf & { exceptId: string | undefined }): Promise<void>;
  getJwks(): Promise<{ keys: Record<string, unknown>[] }>;

  setUpTwoFactor(accountId: string, input: { password: string }): Promise<Answer<TwoFactorSetUp>>;
  /** Turns it on with a first code. This and the two below change in a system transaction; spent codes count also without it. */
  confirmTwoFactor(sql: Sql, accountId: string, input: { code: string }): Promise<Answer>;
  disableTwoFactor(sql: Sql, accountId: string, input: BothFactors): Promise<Answer>;
  renewRecoveryCodes(sql: Sql, accountId: string, input: BothFactors): Promise<Answer<{ recoveryCodes: string[] }>>;

  /** The authenticator app at the user pool that opened the session; undefined, with nothing done, for any other session. */
  findPoolApp(person: PoolPerson): Promise<Answer<{ isOn: boolean }> | undefined>;
  setUpPoolApp(
    input: PoolPerson & { password: string },
  ): Promise<Answer<Pick<TwoFactorSetUp, 'uri' | 'secret'>> | undefined>;
  confirmPoolApp(input: PoolPerson & { code: string }): Promise<Answer | undefined>;
  disablePoolApp(input: PoolPerson & Pick<BothFactors, 'password' | 'code'>): Promise<Answer | undefined>;

  findAccount(accountId: string): Promise<Account | undefined>;
  startEmailChange(accountId: string, input: { email: string; password: string }): Promise<Answer>;
  resendEmailChangeCode(accountId: string): Promise<Answer>;
  cancelEmailChange(accountId: string): Promise<void>;
  /** Counts the try outside the transaction that applies the change, because a rollback must not take it back. */
  proveEmailChange(accountId: string, input: { code: string }): Promise<Answer<EmailChange>>;
  /**
   * Runs in a system transaction, so that the addresses of the users change with the account's. `wrongCode` where the code
   * was used, or the address taken, meanwhile.
   */
  applyEmailChange(sql: Sql, change: EmailChange): Promise<Answer>;

  /**
   * In any transaction. `temporaryPassword` is set for a new account only; it expires, unless `isLasting`.
   */
  ensureAccount(
    sql: Sql,
    input: { email: string; name: string; isLasting?: true },
  ): Promise<{ accountId: string; temporaryPassword: string | undefined }>;
  /**
   * In any transaction. A new temporary password in place of one that was never changed; undefined for an account whose
   * holder has chosen a password.
   */
  renewTemporaryPassword(sql: Sql, accountId: string): Promise<string | undefined>;
  /** In a system transaction. Turns the second factor off without a proof. */
  resetTwoFactor(sql: Sql, accountId: string): Promise<void>;
  /**
   * Counts a mail to a new user of a company, in the transaction that queues it. Above the company's hourly limit the
   * answer carries the seconds to wait.
   */
  claimUserMail(sql: Sql, company: { id: string; isEstablished: boolean }): Promise<Answer>;
  /** In any transaction, after the user is deleted. False where the account has other users. */
  deleteAccount(sql: Sql, accountId: string): Promise<boolean>;

  /** Deletes expired codes, counters, sessions and challenges. */
  deleteExpired(): Promise<void>;
};
