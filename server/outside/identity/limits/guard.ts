import type { AttemptClaim } from './attempts.repository.ts';
import { claimAttempt, forgiveAttempts, releaseAttempt } from './attempts.repository.ts';
import type { Executor } from '../../../lib/executor.ts';
import type { Refusal } from '../identity.ts';

export type Guarded = { executor: Executor; now: Date; owner?: AttemptClaim; network?: AttemptClaim };
export type Judged<T> = { isPassed: boolean; value: T };

/**
 * Judges one attempt under the counters of its owner (none for mailed codes: each has its own five tries) and its network. A pass forgives the owner's failures, but only
 * this attempt of the network's, or an attacker's own account would clear the network. If judging throws, it was an
 * outage, and the attempt is taken back.
 */
export async function guardAttempt<T>(guarded: Guarded, judge: () => Promise<Judged<T>>): Promise<T | Refusal> {
  const { executor, now, owner, network } = guarded;
  const taken: AttemptClaim[] = [];
  let judged: Judged<T>;
  try {
    for (const claim of [network, owner]) {
      if (!claim) continue;
      const { isAllowed, retryAfterSeconds } = await claimAttempt(executor, claim, now);
      if (!isAllowed) return { ok: false, reason: 'tooManyAttempts', retryAfterSeconds };
      taken.push(claim);
    }
    judged = await judge();
  } catch (fault) {
    await Promise.allSettled(taken.map((claim) => releaseAttempt(executor, claim)));
    throw fault;
  }
  if (judged.isPassed) {
    if (owner) await forgiveAttempts(executor, owner);
    if (network) await releaseAttempt(executor, network);
  }
  return judged.value;
}
