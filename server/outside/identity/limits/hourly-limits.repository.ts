import type { Executor } from '../../../lib/executor.ts';
import type { Answer } from '../identity.ts';

/** How often an hour, per key. The scope's name is known to the database too. */
export const hourlyLimits = {
  /** Mails to the new users of one company: generous for taking on a department, little for who wants to spam. */
  userMail: { scope: 'user-mail', limit: 100 },
  /** Codes that one account sends to addresses it says are its own. */
  addressChange: { scope: 'address-change', limit: 5 },
} as const;

type HourlyLimit = (typeof hourlyLimits)[keyof typeof hourlyLimits];

/** Counts one, in the caller's transaction; refused with the seconds to wait once the hour is full. */
export async function claimInHour(
  executor: Executor,
  { scope, limit }: HourlyLimit,
  { key, now }: { key: string; now: Date },
): Promise<Answer> {
  const { rows } = await executor.query('SELECT identity.claim_in_hour($1, $2, $3, $4) AS wait', [
    scope,
    key,
    limit,
    now,
  ]);
  const retryAfterSeconds = Number(rows[0]?.wait);
  return retryAfterSeconds === 0 ? { ok: true } : { ok: false, reason: 'tooManyAttempts', retryAfterSeconds };
}
