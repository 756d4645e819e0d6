import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { instant, integer, text } from '../../../sql/types.ts';
import type { Answer } from '../identity.ts';

/** Events per key and hour. The function in the database checks the names of the scopes too. */
export const hourlyLimits = {
  /** Mails to the new users of one company: a company of 2,000 invites all within an hour. */
  userMail: { scope: 'user-mail', limit: 2500 },
  /** The same for a company younger than a week: few, because anyone can sign up one to send spam. */
  userMailOfNewCompany: { scope: 'user-mail', limit: 20 },
  /** Codes that one account sends to new addresses. */
  addressChange: { scope: 'address-change', limit: 5 },
} as const;

type HourlyLimit = (typeof hourlyLimits)[keyof typeof hourlyLimits];

const claimInHourStatement = systemStatement({
  text: 'select identity.claim_in_hour($scope, $key, $limit, $now) as "retryAfterSeconds"',
  params: { scope: text, key: text, limit: integer, now: instant },
  row: { retryAfterSeconds: integer },
});

/** Counts one event in the caller's transaction; above the limit the answer carries the seconds to wait. */
export async function claimInHour(
  sql: Sql,
  limit: HourlyLimit,
  { key, now }: { key: string; now: Date },
): Promise<Answer> {
  const { retryAfterSeconds } = await sql.get(claimInHourStatement, { ...limit, key, now });
  return retryAfterSeconds === 0 ? { ok: true } : { ok: false, reason: 'tooManyAttempts', retryAfterSeconds };
}
