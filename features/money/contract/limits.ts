import type { TenThousandths } from './money.ts';

/** The rules of limits, without schemas, so that pages load them without zod. */

/** Section 5, budget limit. */
export const limitMessage = 'The input must be a number bigger than or equal to 0.';

/** Effect of a limit that is reached: `stop` denies runs of assistants that ask first, `warn` only reports it. */
export const limitActions = ['stop', 'warn'] as const;
export type LimitAction = (typeof limitActions)[number];

/** Effect of limits on an intake key: `enforced` where it asks before runs, `reported` where it only reports them. */
export const keyLimits = ['enforced', 'reported', 'unused'] as const;
export type KeyLimits = (typeof keyLimits)[number];

/** Days for which a key that asked counts as one that asks. */
const askedDays = 7;

/** Instants in milliseconds; null for a key that never asked or was never used. */
export function judgeKeyLimits(asked: number | null, used: number | null, now: number): KeyLimits {
  if (asked !== null && now - asked < askedDays * 86_400_000) return 'enforced';
  return used === null ? 'unused' : 'reported';
}

/** At most ten digits of euros and two of cents, as in bank transfers. */
const limitPattern = /^\d{1,10}(?:\.\d{1,2})?$/;

/** Whether an amount in euro may be a limit. */
export const isLimit = (euros: number): boolean => limitPattern.test(String(euros));

/** Parses a typed limit in euro, with point or comma; undefined where it is invalid. */
export function parseLimit(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return limitPattern.test(plain) ? Number(plain) : undefined;
}

/** Percentages of a limit that are notified; 80 is the budget warning of section 9. */
const thresholds = [100, 80, 50] as const;
export type Threshold = (typeof thresholds)[number];

/**
 * The highest threshold that a total has reached; undefined without spending or limit.
 */
export function getThreshold(total: TenThousandths, limit: TenThousandths | null): Threshold | undefined {
  if (limit === null || total <= 0) return undefined;
  return thresholds.find((percent) => total * 10 >= limit * (percent / 10));
}
