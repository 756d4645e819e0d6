import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { array, boolean, float, instant, integer, nullable, text } from '../../../sql/types.ts';

/** How many failures are free and how long each later one blocks; a quiet time resets the count. */
export interface AttemptPolicy {
  readonly scope: string;
  readonly freeAttempts: number;
  readonly blockSeconds: readonly number[];
  readonly forgetAfterSeconds: number;
}

const growing = [60, 120, 240, 480, 900] as const;

export const attemptPolicies = {
  /** Attempts at one address from one network, so that a stranger elsewhere cannot lock its owner out. */
  signIn: { scope: 'sign-in', freeAttempts: 5, blockSeconds: growing, forgetAfterSeconds: 86_400 },
  /** Attempts at one address from all networks together. */
  address: { scope: 'address', freeAttempts: 50, blockSeconds: growing, forgetAfterSeconds: 86_400 },
  password: { scope: 'password', freeAttempts: 5, blockSeconds: growing, forgetAfterSeconds: 86_400 },
  secondFactor: { scope: 'second-factor', freeAttempts: 5, blockSeconds: growing, forgetAfterSeconds: 86_400 },
  network: { scope: 'network', freeAttempts: 50, blockSeconds: growing, forgetAfterSeconds: 900 },
  sending: { scope: 'sending', freeAttempts: 30, blockSeconds: [900], forgetAfterSeconds: 3600 },
} as const satisfies Record<string, AttemptPolicy>;

export interface AttemptClaim {
  readonly policy: AttemptPolicy;
  readonly key: string;
}

const claimed = { scope: text, key: text };

const claimAttemptStatement = systemStatement({
  text: `
    insert into identity.attempts as a (scope, key, failures, blocked_until, last_at, is_allowed)
    values ($scope, $key, 1, null, $now, true)
    on conflict (scope, key) do update set
      is_allowed = a.blocked_until is null or a.blocked_until <= $now,
      failures = case
        when a.blocked_until > $now then a.failures
        when a.last_at < $now - make_interval(secs => $forgetAfterSeconds) then 1
        else a.failures + 1 end,
      refused = case when a.blocked_until > $now then a.refused + 1 else a.refused end,
      blocked_until = case
        when a.blocked_until > $now then a.blocked_until
        when a.last_at < $now - make_interval(secs => $forgetAfterSeconds) or a.failures + 1 < $freeAttempts then null
        else $now + make_interval(
          secs => ($blockSeconds::int[])[least(a.failures + 2 - $freeAttempts, cardinality($blockSeconds::int[]))]) end,
      last_at = $now
    returning is_allowed as "isAllowed", blocked_until as "blockedUntil"`,
  params: { ...claimed, now: instant, freeAttempts: integer, blockSeconds: array(integer), forgetAfterSeconds: float },
  row: { isAllowed: boolean, blockedUntil: nullable(instant) },
});

/**
 * Counts an attempt as failed before it is judged: one atomic statement, so that of any number of parallel attempts no
 * more than the free ones are judged. `releaseAttempt` or `forgiveAttempts` take it back.
 */
export async function claimAttempt(
  sql: Sql,
  { policy, key }: AttemptClaim,
  now: Date,
): Promise<{ isAllowed: boolean; isBlocking: boolean; retryAfterSeconds: number }> {
  const { isAllowed, blockedUntil } = await sql.get(claimAttemptStatement, { ...policy, key, now });
  const waitMs = (blockedUntil ?? now).getTime() - now.getTime();
  return { isAllowed, isBlocking: waitMs > 0, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

const releaseAttemptStatement = systemStatement({
  text: `
    update identity.attempts set failures = greatest(failures - 1, 0),
      blocked_until = case when failures - 1 < $freeAttempts then null else blocked_until end
    where scope = $scope and key = $key`,
  params: { ...claimed, freeAttempts: integer },
});

/** Takes one counted attempt back: it was not judged, or it passed where other failures must stay counted. */
export async function releaseAttempt(sql: Sql, { policy, key }: AttemptClaim): Promise<void> {
  await sql.run(releaseAttemptStatement, { ...policy, key });
}

const forgiveAttemptsStatement = systemStatement({
  text: 'delete from identity.attempts where scope = $scope and key = $key',
  params: claimed,
});

/** Resets the failures of a key after an attempt of its owner passed. */
export async function forgiveAttempts(sql: Sql, { policy, key }: AttemptClaim): Promise<void> {
  await sql.run(forgiveAttemptsStatement, { scope: policy.scope, key });
}

const forgiveSignInsStatement = systemStatement({
  text: `delete from identity.attempts where scope = any($scopes::text[]) and starts_with(key, $subject)`,
  params: { scopes: array(text), subject: text },
});

/** Resets the failed sign-ins of an address from all networks. */
export async function forgiveSignIns(sql: Sql, subject: string): Promise<void> {
  const scopes = [attemptPolicies.signIn.scope, attemptPolicies.address.scope];
  await sql.run(forgiveSignInsStatement, { scopes, subject });
}
