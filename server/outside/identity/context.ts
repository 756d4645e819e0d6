import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { attemptPolicies, type AttemptClaim } from './limits/attempts.repository.ts';
import { clientNetwork } from '../../lib/network/client-network.ts';
import type { OpenedBy } from '../../lib/request/actor.ts';
import type { Caller, IdentityMail, RecordAccountChange, SignInAction } from './identity.ts';
import type { Sql } from '../../sql/sql.ts';
import { keyedHash } from './secrets.ts';
import type { SignInCookies } from './sign-in/sign-in-cookies.ts';
import type { SealedCookie } from './single-sign-on/sealed-cookie.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** Connections of the system role. */
export interface IdentityDatabase {
  /** Runs each statement on a connection of its own. */
  readonly sql: Sql;
  inTransaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
}

/** The first parameter of every function of the adapter. */
export interface IdentityContext extends IdentityDatabase {
  cookies: SignInCookies;
  /** The cookie of a sign-in with steps left at a user pool. */
  poolFlow: Pick<SealedCookie<object>, 'read' | 'end'> | undefined;
  keys: SigningKeys;
  clock: Clock;
  /** Encrypts TOTP secrets; keys the hashes of addresses, codes and sign-up proofs. */
  secretsKey: string;
  /** Former keys, for reading only. */
  olderKeys: readonly string[];
  mail: IdentityMail;
  recordChange: RecordAccountChange;
  log: Logger;
  /** The name authenticator apps show. */
  product: string;
  publicUrl: string;
  evenAnswerMs: number;
  /** False for an account whose companies all wait for approval; for a session, also where it opens none of them. */
  isAccountAdmitted(accountId: string, sessionId?: string): Promise<boolean>;
  /** Whether the session, or any of a password, opens only companies that added the account and were not chosen yet. */
  isAccountUndecided(accountId: string, sessionId?: string): Promise<boolean>;
  /** Whether every company of the account demands single sign-on. */
  isPasswordClosed(accountId: string): Promise<boolean>;
  /** Whether an issuer opened the session for one company, of an account that has come in to others too. */
  isOfOneCompany(accountId: string, sessionId: string | undefined): Promise<boolean>;
  /** Whom a company that demands single sign-on notifies where this account signs in with a password. */
  listBreakGlassWatchers(accountId: string): Promise<readonly { email: string; companyId: string }[]>;
}

/** The keyed hash that stands for an address in codes and counters. */
export function addressSubject(context: IdentityContext, email: string): string {
  return keyedHash(context.secretsKey, ['address', email]);
}

/** The counters of a sign-in: of the address from this network, and of the address. */
export function signInClaims(context: IdentityContext, caller: Caller, email: string): AttemptClaim[] {
  const subject = addressSubject(context, email);
  return [
    { policy: attemptPolicies.signIn, key: `${subject} ${clientNetwork(caller.ip)}` },
    { policy: attemptPolicies.address, key: subject },
  ];
}

export function secondFactorClaim(accountId: string): AttemptClaim {
  return { policy: attemptPolicies.secondFactor, key: accountId };
}

export function passwordClaim(accountId: string): AttemptClaim {
  return { policy: attemptPolicies.password, key: accountId };
}

export function networkClaim(caller: Caller): AttemptClaim {
  return { policy: attemptPolicies.network, key: clientNetwork(caller.ip) };
}

export function sendingClaim(caller: Caller): AttemptClaim {
  return { policy: attemptPolicies.sending, key: clientNetwork(caller.ip) };
}

/** Settles no earlier than `milliseconds` after its start, whether the work succeeds or throws. */
export async function settleEvenly<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const pause = new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });
  const [outcome] = await Promise.allSettled([work(), pause]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

interface SignInEvent {
  readonly accountId: string;
  readonly action: SignInAction;
  readonly session?: OpenedBy | undefined;
}

/** The session of a password. */
export const byPassword: OpenedBy = { companyId: null, issuer: null };

/**
 * Audits a sign-in. To be waited for where it succeeded; after the answer else, because the time of the answer must not
 * reveal which addresses have an account. Never rejects.
 */
export async function recordSignIn(context: IdentityContext, caller: Caller, event: SignInEvent): Promise<void> {
  const { requestId } = caller;
  const change = { ...event, requestId, address: caller.ip, now: context.clock.now() };
  await context
    .inTransaction((tx) => context.recordChange(tx, change))
    .catch((error: unknown) => {
      context.log.warn({ err: error, requestId, action: event.action }, 'a sign-in could not be audited');
    });
}
