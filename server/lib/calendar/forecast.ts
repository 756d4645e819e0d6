import { roundToCents, type TenThousandths } from '#features/money/contract/money.ts';
import { addDays, toDayNumber } from '#contract/calendar/zones.ts';

/** Whole weeks before today whose days are what a day of the week is expected to cost. */
export const historyDays = 56;
/** Fewer than two of each day of the week tell nothing. */
const leastHistoryDays = 14;
/** Four of five outcomes of a normal distribution lie within so many deviations. */
const bandWidth = 1.2816;
const weekLength = 7;

export interface SpentDay {
  readonly date: string;
  readonly total: TenThousandths;
}

export interface MonthSoFar {
  readonly today: string;
  /** The first day of the next month. */
  readonly until: string;
  /** Every day of the month up to today, without gaps. */
  readonly days: readonly SpentDay[];
  /** Amount shown as spent on these days, rounded; the forecast continues it. */
  readonly shown: TenThousandths;
  /** Every day before today that counts, without gaps: at most `historyDays`, none before the first run ever. */
  readonly history: readonly SpentDay[];
  readonly limit: TenThousandths | null;
}

interface ExpectedSum extends SpentDay {
  readonly low: TenThousandths;
  readonly high: TenThousandths;
}

export interface MonthForecast extends Omit<ExpectedSum, 'date'> {
  readonly limitReachedOn: string | null;
  readonly days: readonly ExpectedSum[];
}

/**
 * How a month is expected to end: each remaining day costs what its day of the week has cost on average, today at least
 * what is spent already. The band takes the days' spread around these averages as independent from day to day.
 * Estimates, and so the one place where amounts are not exact; they are rounded to cents. Undefined without history.
 */
export function forecastMonth(month: MonthSoFar): MonthForecast | undefined {
  if (month.history.length < leastHistoryDays) return undefined;
  const averages = averageByWeekday(month.history);
  const variance = getVariance(month.history, averages);
  const expected = (date: string) => averages[getWeekday(date)] ?? 0;
  const spent = month.days.reduce((sum, { total }) => sum + total, 0);
  const spentToday = month.days.find(({ date }) => date === month.today)?.total ?? 0;
  let sum = spent + Math.max(0, expected(month.today) - spentToday);
  const days: ExpectedSum[] = [];
  for (let date = month.today; date < month.until; date = addDays(date, 1)) {
    if (date > month.today) sum += expected(date);
    const reach = bandWidth * Math.sqrt(variance * (days.length + 1));
    const low = Math.max(spent, sum - reach);
    const show = (amount: TenThousandths) => month.shown + roundToCents(amount - spent);
    days.push({ date, total: show(sum), low: show(low), high: show(sum + reach) });
  }
  const { total, low, high } = days.at(-1) ?? { total: month.shown, low: month.shown, high: month.shown };
  return { total, low, high, limitReachedOn: findDayReached(month, days), days };
}

const getWeekday = (date: string) => toDayNumber(date) % weekLength;

function averageByWeekday(history: readonly SpentDay[]): number[] {
  return Array.from({ length: weekLength }, (_, weekday) => {
    const totals = history.filter(({ date }) => getWeekday(date) === weekday).map(({ total }) => total);
    return totals.reduce((sum, total) => sum + total, 0) / Math.max(totals.length, 1);
  });
}

/** Variance of one day around the average of its day of the week; seven averages have been taken from the same days. */
function getVariance(history: readonly SpentDay[], averages: readonly number[]): number {
  const squares = history.map(({ date, total }) => (total - (averages[getWeekday(date)] ?? 0)) ** 2);
  return squares.reduce((sum, square) => sum + square, 0) / Math.max(history.length - weekLength, 1);
}

function findDayReached({ days, limit, today }: MonthSoFar, expected: readonly ExpectedSum[]): string | null {
  if (limit === null) return null;
  let sum = 0;
  for (const { date, total } of days) {
    sum += total;
    if (sum >= limit && sum > 0) return date < today ? date : today;
  }
  return expected.find(({ total }) => total >= limit && total > 0)?.date ?? null;
}
