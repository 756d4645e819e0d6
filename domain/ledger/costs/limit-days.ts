import type { TenThousandths } from '#features/money/contract/money.ts';

/*
 * The day on which a limit was reached: the first one at whose end the cost of the month so far was as high as the limit, in the
 * company's calendar, which the days of the ledger are of.
 */

/** Spending of a month by day, and how it grew: of each `key`, with its whole as `spent`. */
export const growing = (rows: string, key: string) => `
  select ${key} as key, day, sum(sum(spent)) over (partition by ${key} order by day) as grown, sum(sum(spent)) over (partition by ${key}) as spent
  from ${rows} group by ${key}, day`;

/** The day on which a growth (`grown`, `day`) has reached an amount; null where it has not. */
export const dayReached = (amount: string) => `min(day) filter (where grown >= ${amount} and grown > 0)`;

/** The same of sums by day, in their order. */
export function findDayReached(
  days: readonly { readonly date: string; readonly total: TenThousandths }[],
  limit: TenThousandths | null,
): string | undefined {
  let grown = 0;
  if (limit === null) return undefined;
  return days.find(({ total }) => (grown += total) > 0 && grown >= limit)?.date;
}
