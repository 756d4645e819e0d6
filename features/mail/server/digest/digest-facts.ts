import { getCost, type TenThousandths } from '#features/money/contract/money.ts';
import { forecastMonth, historyDays, toMonthSoFar, type MonthForecast } from '#server/lib/calendar/forecast.ts';
import { addDays, addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { DigestFacts } from '#server/outside/mail/digest-mail.ts';
import { getDigestWeek } from './digest-weeks.ts';

const topCount = 5;

/** `id` is `unmapped` for usage events without a skill. */
interface DaySum {
  readonly day: string;
  readonly id: string;
  readonly name: string;
  readonly price: TenThousandths;
  readonly requests: number;
}

export interface DigestRow {
  /** By day, skill and price; free ones are missing. */
  readonly sums: readonly DaySum[];
  readonly limit: TenThousandths | null;
  /** The first day with a usage event ever. */
  readonly firstDay: string | null;
  readonly invoices: { readonly open: number; readonly overdue: number; readonly total: TenThousandths };
}

/** The days that the digest of an instant covers. */
export function getDigestSpan(instant: number, zone: string) {
  const today = getDay(instant, zone);
  const week = getDigestWeek(instant, zone);
  const month = getMonth(today);
  const weekBefore = addDays(week.first, -7);
  const first = [addDays(today, -historyDays), month, weekBefore].toSorted()[0] ?? month;
  return { today, week, month, weekBefore, first, until: addMonths(month, 1) };
}

export type DigestSpan = ReturnType<typeof getDigestSpan>;

/** Compares the last whole week with the one before and forecasts the present month. */
export function toDigestFacts(row: DigestRow, span: DigestSpan, zone: string): DigestFacts {
  const { week, weekBefore, month } = span;
  const between = (first: string, until: string) => row.sums.filter(({ day }) => day >= first && day < until);
  const ofWeek = between(week.first, week.until);
  const spentInMonth = addUp(between(month, span.until));
  const forecast = forecastPresent(row, span, { zone, shown: spentInMonth });
  return {
    about: 'digest',
    week: { first: week.first, last: addDays(week.until, -1) },
    spent: addUp(ofWeek),
    spentWeekBefore: addUp(between(weekBefore, week.first)),
    topSkills: listTopSkills(ofWeek),
    month,
    spentInMonth,
    limit: row.limit,
    forecast: forecast && { total: forecast.total, low: forecast.low, high: forecast.high },
    invoices: row.invoices,
  };
}

/** The cost of the days, in whole cents. */
function addUp(sums: readonly DaySum[]): TenThousandths {
  const byPrice = Map.groupBy(sums, ({ id, price }) => `${id} ${price}`);
  return [...byPrice.values()].reduce((sum, days) => sum + getCost(countRequests(days), days[0]?.price ?? 0), 0);
}

const countRequests = (sums: readonly DaySum[]) => sums.reduce((sum, { requests }) => sum + requests, 0);

/** Exact. */
const addUpSpent = (sums: readonly DaySum[]) => sums.reduce((sum, { price, requests }) => sum + price * requests, 0);

function listTopSkills(sums: DigestRow['sums']): DigestFacts['topSkills'] {
  const bySkill = Map.groupBy(sums, ({ id }) => id);
  return [...bySkill.values()]
    .map((days) => ({ name: days[0]?.name ?? '', total: addUp(days) }))
    .toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name, 'en'))
    .slice(0, topCount);
}

/** The forecast of the usage page, from the same days. */
function forecastPresent(
  row: DigestRow,
  { today, until }: DigestSpan,
  { zone, shown }: { readonly zone: string; readonly shown: TenThousandths },
): MonthForecast | undefined {
  const byDay = Map.groupBy(row.sums, ({ day }) => day);
  const sums = [...byDay].map(([date, ofDay]) => ({ date, total: addUpSpent(ofDay) }));
  const soFar = toMonthSoFar(sums, { today, until, zone, firstDay: row.firstDay });
  return forecastMonth({ ...soFar, shown, limit: row.limit });
}
