import type { TenThousandths } from './money.ts';

/** What a limit may be and when it is reached: plain rules, which pages carry without the schemas. */

/** Section 5, budget limit. */
export const limitMessage = 'The input must be a number bigger than or equal to 0.';

/** At most ten digits of euros and two of cents: what an account can hold and a bank can transfer. */
const limitPattern = /^\d{1,10}(?:\.\d{1,2})?$/;

/** Whether a number of euros may be a limit; minus zero is nothing. */
export const isLimit = (euros: number): boolean => limitPattern.test(String(euros));

/** What somebody types for a limit, in euros; undefined where it is none. A comma may stand before the cents. */
export function readLimit(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return limitPattern.test(plain) ? Number(plain) : undefined;
}

/** Percent of a limit at which people are told; 80 is the budget warning of section 9. */
const thresholds = [100, 80, 50] as const;
export type Threshold = (typeof thresholds)[number];

/**
 * The highest threshold that a total has reached, exact to the ten-thousandth. Where nothing is spent or nothing is
 * limited there is none. Screens and mails both ask here.
 */
export function getThreshold(total: TenThousandths, limit: TenThousandths | null): Threshold | undefined {
  if (limit === null || total <= 0) return undefined;
  return thresholds.find((percent) => total * 10 >= limit * (percent / 10));
}
