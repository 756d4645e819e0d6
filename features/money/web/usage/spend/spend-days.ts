import type { Usage } from '#features/money/contract/usage.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import type { SumPoint } from '#web/ui/charts/sum-layout.ts';
import { listMonthDays } from '../usage-address.ts';
import { addEuros } from '#features/money/contract/euros.ts';

/** One day of a month: its spending, the sum of the month by its end, and the expected sum. */
export interface SpendDay extends SumPoint {
  /** Undefined for days to come. */
  day: number | undefined;
  /** Usage events of the day; undefined for days to come. */
  requests: number | undefined;
}

/** Every day of the month. The expected sums begin with the last known day. */
export function toSpendDays({ days, forecast }: Usage): SpendDay[] {
  const month = days[0]?.date.slice(0, 7);
  if (month === undefined) return [];
  const known = new Map(days.map((day) => [day.date, day]));
  const expected = new Map(forecast?.days.map((day) => [day.date, day]));
  const last = days.at(-1)?.date ?? '';
  let sum = 0;
  // The union, because a sender's clock may put usage events on a day beyond the month.
  const dates = [...new Set([...listMonthDays(month), ...known.keys()])].toSorted();
  return dates.map((date) => {
    const day = date <= last ? (known.get(date)?.total ?? 0) : undefined;
    if (day !== undefined) sum = addEuros([sum, day]);
    const ahead = expected.get(date);
    return {
      key: date,
      label: String(Number(date.slice(-2))),
      title: formatLongDay(date),
      day,
      requests: date <= last ? (known.get(date)?.requests ?? 0) : undefined,
      sum: day === undefined ? undefined : sum,
      expected: ahead && { sum: ahead.total, low: ahead.low, high: ahead.high },
    };
  });
}
