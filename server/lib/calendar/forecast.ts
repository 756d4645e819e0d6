import { roundToCents, type TenThousandths } from '#features/money/contract/money.ts';
import { addDays, getMonth, listDays, toDayNumber } from '#contract/calendar/zones.ts';

/** Whole weeks before today whose days are what a day of the week is expected to cost. */
export const historyDays = 56;
/** Fewer than two of each day of the week tell nothing. */
const leastHistoryDays = 14;
/** Four of five outcomes of a normal distribution lie within so many deviations. */
const bandWidth = 1.2816;
const weekLength = 7;
/** Share of the days that differ least from the usual, and of the variance of a normal distribution that these have. */
const keptShare = 0.9;
const keptVariance = 0.623;

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

/**
 * The days of the present month and of the weeks before, from the sums of those days that have any, in their order. `firstDay` is
 * that of the first run ever.
 */
export function toMonthSoFar(
  sums: readonly SpentDay[],
  { today, until, zone, firstDay }: { today: string; until: string; zone: string; firstDay: string | null },
): Pick<MonthSoFar, 'today' | 'until' | 'days' | 'history'> {
  const totals = new Map(sums.map(({ date, total }) => [date, total]));
  const fill = (dates: readonly string[]) => dates.map((date) => ({ date, total: totals.get(date) ?? 0 }));
  const earliest = addDays(today, -historyDays);
  const begun = firstDay !== null && firstDay > earliest ? firstDay : earliest;
  const last = sums.at(-1)?.date ?? today;
  return {
    today,
    until,
    days: fill(listDays(getMonth(today), addDays(last > today ? last : today, 1), zone)),
    history: firstDay === null ? [] : fill(listDays(begun, today, zone)),
  };
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
 * How a month is expected to end: each remaining day costs what its day of the week usually costs, today at least what is spent
 * already. The band takes the spread of the days around that as independent from day to day. Estimates, and so the one place where
 * amounts are not exact; they are rounded to cents. Undefined without history.
 */
export function forecastMonth(month: MonthSoFar): MonthForecast | undefined {
  if (month.history.length < leastHistoryDays) return undefined;
  const usual = getUsualWeek(month.history);
  const variance = getVariance(month.history, usual);
  const expected = (date: string) => usual[getWeekday(date)] ?? 0;
  const spent = addUp(month.days);
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

const addUp = (days: readonly SpentDay[]) => days.reduce((sum, { total }) => sum + total, 0);

function getMedian(totals: readonly number[]): number {
  const sorted = totals.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/**
 * The cost of each day of a usual week: together the median of the weeks, divided as the medians of the days of the week are. One
 * exceptional day moves neither. The week decides how much, because most days of a company that runs a skill now and then cost
 * nothing: the medians of its days alone would be 0.
 */
function getUsualWeek(history: readonly SpentDay[]): number[] {
  const wholeWeeks = Math.floor(history.length / weekLength);
  const recent = history.slice(history.length - wholeWeeks * weekLength);
  const week = getMedian(
    Array.from({ length: wholeWeeks }, (_, place) => addUp(recent.slice(place * weekLength, (place + 1) * weekLength))),
  );
  const days = Array.from({ length: weekLength }, (_, weekday) =>
    getMedian(history.filter(({ date }) => getWeekday(date) === weekday).map(({ total }) => total)),
  );
  const sum = days.reduce((total, day) => total + day, 0);
  return days.map((day) => (sum === 0 ? week / weekLength : (day * week) / sum));
}

/**
 * Variance of one day around its usual cost. The tenth of the days that differ most is left out, so that exceptional ones do not
 * widen the band; what a normal distribution has in that tenth is added again.
 */
function getVariance(history: readonly SpentDay[], usual: readonly number[]): number {
  const squares = history
    .map(({ date, total }) => (total - (usual[getWeekday(date)] ?? 0)) ** 2)
    .toSorted((a, b) => a - b)
    .slice(0, Math.floor(history.length * keptShare));
  return squares.reduce((sum, square) => sum + square, 0) / squares.length / keptVariance;
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
