import { claimAttempt, forgiveAttempts, releaseAttempt, type AttemptClaim } from './attempts.repository.ts';
import type { Sql } from '../../../sql/sql.ts';
import type { Answer, AskPool, IdentityFailure } from '../identity.ts';

export type Guarded = {
  sql: Sql;
  now: Date;
  owners?: readonly AttemptClaim[];
  network?: AttemptClaim;
  /** Called after the failure that locks the owner. */
  onLocked?: () => void;
};
export type Judged<T> = { isPassed: boolean; value: T };

/**
 * Judges one attempt under the counters of its owner (none for mailed codes, which have five tries each) and of its network.
 * A pass resets the owner's counter, but takes back only this attempt of the network's, because an attacker's own account
 * must not reset the network. Where another counter refuses, nothing was judged, so the owner's others take the attempt
 * back; where judging throws, all do, because the fault is an outage.
 */
export async function guardAttempt<T>(guarded: Guarded, judge: () => Promise<Judged<T>>): Promise<T | IdentityFailure> {
  const { sql, now, owners = [], network } = guarded;
  const taken: AttemptClaim[] = [];
  let isLast = false;
  let judged: Judged<T>;
  try {
    for (const claim of [network, ...owners]) {
      if (!claim) continue;
      const { isAllowed, isBlocking, retryAfterSeconds } = await claimAttempt(sql, claim, now);
      if (!isAllowed) {
        await releaseAll(
          sql,
          taken.filter((each) => each !== network),
        );
        return { ok: false, reason: 'tooManyAttempts', retryAfterSeconds };
      }
      taken.push(claim);
      isLast ||= claim !== network && isBlocking;
    }
    judged = await judge();
  } catch (fault) {
    await releaseAll(sql, taken);
    throw fault;
  }
  if (judged.isPassed) {
    for (const owner of owners) await forgiveAttempts(sql, owner);
    if (network) await releaseAttempt(sql, network);
  }
  if (!judged.isPassed && isLast) guarded.onLocked?.();
  return judged.value;
}

/** Judges an attempt here and, where it is denied, by the user pool of the company. */
export async function judgeWithPool<T>(
  judgeOwn: () => Promise<Judged<Answer<T>>>,
  askPool: AskPool<T>,
): Promise<Judged<Answer<T>>> {
  const own = await judgeOwn();
  // Said only after a right code of the portal.
  if (own.value.ok || own.value.reason === 'guessablePassword') return own;
  const asked = await askPool();
  if (!asked) return own;
  // The portal's right password, which opens nothing any more; a guess at the pool all the same.
  const isFormer = own.value.reason === 'singleSignOnRequired' && !asked.ok && asked.reason === 'wrongCredentials';
  return { isPassed: asked.ok, value: isFormer ? { ok: false, reason: 'poolPasswordRequired' } : asked };
}

async function releaseAll(sql: Sql, claims: readonly AttemptClaim[]): Promise<void> {
  await Promise.allSettled(claims.map((claim) => releaseAttempt(sql, claim)));
}
