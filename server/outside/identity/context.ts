import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { AttemptClaim } from './limits/attempts.repository.ts';
import { attemptPolicies } from './limits/attempts.repository.ts';
import type { BetterAuth } from './better-auth.ts';
import { clientNetwork } from '../../lib/network/client-network.ts';
import type { Caller, IdentityMail, NoteAccountChange } from './identity.ts';
import { keyedHash } from './secrets.ts';

/** What every part of the adapter works with. */
export type IdentityContext = {
  auth: BetterAuth;
  pool: Pool;
  clock: Clock;
  /** Encrypts TOTP secrets; keys the hashes of addresses, codes and sign-up proofs. */
  secretsKey: string;
  /** What these have encrypted or keyed is still read. */
  olderKeys: readonly string[];
  mail: IdentityMail;
  noteChange: NoteAccountChange;
  /** The name authenticator apps show. */
  product: string;
  publicUrl: string;
  evenAnswerMs: number;
  /** False for an account that may not enter (yet), for one a company that waits for approval. */
  isAccountAdmitted(accountId: string): Promise<boolean>;
};

/** The keyed hash under which codes and counters know an address. */
export function addressSubject(context: IdentityContext, email: string): string {
  return keyedHash(context.secretsKey, ['address', email]);
}

export function signInClaim(context: IdentityContext, email: string): AttemptClaim {
  return { policy: attemptPolicies.signIn, key: addressSubject(context, email) };
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
