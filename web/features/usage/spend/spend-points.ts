import type { Usage } from '#contract/billing/usage.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import type { SumPoint } from '../../../ui/charts/sum-layout.ts';
import { listMonthDays } from '../usage-address.ts';
import { addEuros } from '../usage-money.ts';

/** One day of a month: what it cost, what the month has come to by its end, and what it is expected to. */
export interface SpendDay extends SumPoint {
  /** Undefined for days to come. */
  day: number | undefined;
}

/** Every day of the month of a usage. What is expected begins where what is known ends. */
export function toSpendDays({ days, forecast }: Usage): SpendDay[] {
  const month = days[0]?.date.slice(0, 7);
  if (month === undefined) return [];
  const known = new Map(days.map(({ date, total }) => [date, total]));
  const expected = new Map(forecast?.days.map((day) => [day.date, day]));
  const last = days.at(-1)?.date ?? '';
  let sum = 0;
  // A day that the zone skipped is in no month; one beyond the month's end may come from a sender's clock.
  const dates = [...new Set([...listMonthDays(month), ...known.keys()])].toSorted();
  return dates.map((date) => {
    const day = date <= last ? (known.get(date) ?? 0) : undefined;
    if (day !== undefined) sum = addEuros([sum, day]);
    const ahead = expected.get(date);
    return {
      key: date,
      label: String(Number(date.slice(-2))),
      title: formatLongDay(date),
      day,
      sum: day === undefined ? undefined : sum,
      expected: ahead && { sum: ahead.total, low: ahead.low, high: ahead.high },
    };
  });
}
