import type { Executor } from '../../../lib/executor.ts';

/** How many failures are free and how long each one after them blocks; the count is forgotten after a quiet time. */
export type AttemptPolicy = {
  scope: string;
  freeAttempts: number;
  blockSeconds: readonly number[];
  forgetAfterSeconds: number;
};

const growing = [60, 120, 240, 480, 900] as const;

export const attemptPolicies = {
  signIn: { scope: 'sign-in', freeAttempts: 5, blockSeconds: growing, forgetAfterSeconds: 86_400 },
  password: { scope: 'password', freeAttempts: 5, blockSeconds: growing, forgetAfterSeconds: 86_400 },
  secondFactor: { scope: 'second-factor', freeAttempts: 5, blockSeconds: growing, forgetAfterSeconds: 86_400 },
  network: { scope: 'network', freeAttempts: 50, blockSeconds: growing, forgetAfterSeconds: 900 },
  sending: { scope: 'sending', freeAttempts: 30, blockSeconds: [900], forgetAfterSeconds: 3600 },
} as const satisfies Record<string, AttemptPolicy>;

export type AttemptClaim = { policy: AttemptPolicy; key: string };

const claimSql = `
  INSERT INTO identity.attempts AS a (scope, key, failures, blocked_until, last_at, is_allowed)
  VALUES ($1, $2, 1, NULL, $3, true)
  ON CONFLICT (scope, key) DO UPDATE SET
    is_allowed = a.blocked_until IS NULL OR a.blocked_until <= $3,
    failures = CASE
      WHEN a.blocked_until > $3 THEN a.failures
      WHEN a.last_at < $3 - make_interval(secs => $6) THEN 1
      ELSE a.failures + 1 END,
    refused = CASE WHEN a.blocked_until > $3 THEN a.refused + 1 ELSE a.refused END,
    blocked_until = CASE
      WHEN a.blocked_until > $3 THEN a.blocked_until
      WHEN a.last_at < $3 - make_interval(secs => $6) OR a.failures + 1 < $4 THEN NULL
      ELSE $3 + make_interval(secs => ($5::int[])[least(a.failures + 2 - $4, cardinality($5::int[]))]) END,
    last_at = $3
  RETURNING is_allowed, blocked_until`;

/**
 * Counts an attempt as failed before it is judged: one atomic statement, so that of any number of parallel attempts no
 * more than the free ones are ever judged. `release` or `forgive` take it back.
 */
export async function claimAttempt(
  executor: Executor,
  claim: AttemptClaim,
  now: Date,
): Promise<{ isAllowed: boolean; retryAfterSeconds: number }> {
  const { scope, freeAttempts, blockSeconds, forgetAfterSeconds } = claim.policy;
  const params = [scope, claim.key, now, freeAttempts, [...blockSeconds], forgetAfterSeconds];
  const { rows } = await executor.query(claimSql, params);
  const row = rows[0];
  const blockedUntil = row?.blocked_until instanceof Date ? row.blocked_until.getTime() : now.getTime();
  return {
    isAllowed: row?.is_allowed === true,
    retryAfterSeconds: Math.max(1, Math.ceil((blockedUntil - now.getTime()) / 1000)),
  };
}

/** Takes one counted attempt back: it was not judged, or it passed where other failures must stay counted. */
export async function releaseAttempt(executor: Executor, claim: AttemptClaim): Promise<void> {
  await executor.query(
    `UPDATE identity.attempts SET failures = greatest(failures - 1, 0),
       blocked_until = CASE WHEN failures - 1 < $3 THEN NULL ELSE blocked_until END
     WHERE scope = $1 AND key = $2`,
    [claim.policy.scope, claim.key, claim.policy.freeAttempts],
  );
}

/** The rightful owner came: every failure of this key is forgotten. */
export async function forgiveAttempts(executor: Executor, claim: AttemptClaim): Promise<void> {
  await executor.query('DELETE FROM identity.attempts WHERE scope = $1 AND key = $2', [claim.policy.scope, claim.key]);
}
