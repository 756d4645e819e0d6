import { getCost, toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { judgeKeyLimits } from '#features/money/contract/limits.ts';
import type { Forecast, SkillUsage, Usage } from '#features/money/contract/usage.ts';
import { addDays, addMonths, getStartOfDay, listDays } from '#contract/calendar/zones.ts';
import { forecastMonth, historyDays, type MonthForecast } from '#server/lib/calendar/forecast.ts';
import { toTiers } from '#domain/ledger/prices/price-tiers.ts';
import { findDayReached } from '#domain/ledger/costs/limit-days.ts';
import { listPeriods, type Period } from '#domain/ledger/periods.ts';
import type { DaySum, UsageRow } from './usage.repository.ts';

interface UsagePeriod extends Period {
  readonly today: string;
  readonly now: Date;
  readonly zone: string;
}

/** The version of a limit that was never set. */
const unsetVersion = 1;

interface Sum {
  readonly total: TenThousandths;
  readonly requests: number;
}

const addUp = (sums: readonly Sum[]): Sum => ({
  total: sums.reduce((sum, { total }) => sum + total, 0),
  requests: sums.reduce((sum, { requests }) => sum + requests, 0),
});

export function toUsage(row: UsageRow, period: UsagePeriod): Usage {
  const until = addMonths(period.first, 1);
  const days = fillDays(row.days, period, until);
  const skills = row.skills.map((skill) => ({ skill, ...addUp(skill.prices.map(toSum)) }));
  const { total, requests } = addUp(skills);
  const limit = row.limits?.limit ?? null;
  const reachedOn = period.isPresent ? findDayReached(days, limit) : undefined;
  const forecast = period.isPresent ? forecastPresent(row, { ...period, until, days, limit, total }) : undefined;
  return {
    period: { start: toInstant(period.first, period.zone), end: toInstant(until, period.zone, -1) },
    data: skills
      .toSorted(
        (a, b) => b.total - a.total || b.requests - a.requests || a.skill.name.localeCompare(b.skill.name, 'en'),
      )
      .map(toSkillUsage),
    limit: limit === null ? null : toEuros(limit),
    limitAction: row.limits?.action ?? 'stop',
    limitVersion: row.limits?.version ?? unsetVersion,
    ...(reachedOn !== undefined && { reachedOn }),
    keys: row.keys.map(({ name, asked, used }) => ({
      name,
      limits: judgeKeyLimits(asked, used, period.now.getTime()),
    })),
    total: toEuros(total),
    spent: toEuros(total),
    fees: toEuros(row.skills.reduce((sum, { baseFee }) => sum + (baseFee ?? 0), 0)),
    requests,
    date: period.now.toISOString(),
    timeZone: period.zone,
    periods: listPeriods(row.firstDay, period.today),
    days: days.map(({ spent: _spent, ...day }) => ({ ...day, total: toEuros(day.total) })),
    ...(forecast && { forecast: toForecast(forecast) }),
  };
}

const toInstant = (day: string, zone: string, offsetMs = 0) =>
  new Date(getStartOfDay(day, zone) + offsetMs).toISOString();

type SkillSum = UsageRow['skills'][number];

const toSum = ({ price, requests }: SkillSum['prices'][number]): Sum => ({ requests, total: getCost(requests, price) });

function toSkillUsage({ skill, total, requests }: Sum & { skill: SkillSum }): SkillUsage {
  const { id, name, limit, limitAction, limitVersion, reachedOn, tiers, baseFee } = skill;
  const prices = skill.prices.map((each) => ({ ...each, price: toEuros(each.price) }));
  return {
    _id: id,
    name,
    price: prices[0]?.price ?? 0,
    prices,
    requests,
    total: toEuros(total),
    spent: toEuros(total),
    limit: limit === null ? null : toEuros(limit),
    limitAction: limitAction ?? 'stop',
    limitVersion: limitVersion ?? unsetVersion,
    ...(reachedOn !== null && { reachedOn }),
    ...((tiers ?? baseFee) !== null && { terms: { tiers: tiers && toTiers(tiers), baseFee: toEuros(baseFee ?? 0) } }),
  };
}

/** Up to today, or to the last day with usage where a sender's clock is ahead, so that days add up to the total. */
function fillDays(sums: readonly DaySum[], { first, isPresent, today, zone }: UsagePeriod, until: string): DaySum[] {
  const last = sums.at(-1)?.date ?? today;
  const end = isPresent ? addDays(last > today ? last : today, 1) : until;
  return fill(sums, listDays(first, end, zone));
}

function fill(sums: readonly DaySum[], dates: readonly string[]): DaySum[] {
  const known = new Map(sums.map((sum) => [sum.date, sum]));
  return dates.map((date) => known.get(date) ?? { date, requests: 0, total: 0, spent: 0 });
}

interface PresentPeriod extends UsagePeriod {
  readonly until: string;
  readonly days: readonly DaySum[];
  readonly limit: TenThousandths | null;
  /** The amount shown as spent. */
  readonly total: TenThousandths;
}

const toSpentDay = ({ date, spent }: DaySum) => ({ date, total: spent });

function forecastPresent(
  row: UsageRow,
  { today, zone, until, days, limit, total }: PresentPeriod,
): MonthForecast | undefined {
  const earliest = addDays(today, -historyDays);
  const first = row.firstDay !== null && row.firstDay > earliest ? row.firstDay : earliest;
  const history = row.firstDay === null ? [] : fill(row.days, listDays(first, today, zone));
  return forecastMonth({
    today,
    until,
    days: days.map(toSpentDay),
    shown: total,
    history: history.map(toSpentDay),
    limit,
  });
}

function toForecast({ total, low, high, limitReachedOn, days }: MonthForecast): Forecast {
  const inEuros = (sums: { total: number; low: number; high: number }) => ({
    total: toEuros(sums.total),
    low: toEuros(sums.low),
    high: toEuros(sums.high),
  });
  return {
    ...inEuros({ total, low, high }),
    limitReachedOn,
    days: days.map(({ date, ...sums }) => ({ date, ...inEuros(sums) })),
  };
}
