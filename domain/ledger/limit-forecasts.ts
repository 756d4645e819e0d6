import { addDays, addMonths, getMonth } from '#contract/calendar/zones.ts';
import type { LimitAction } from '#features/money/contract/limits.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { forecastMonth, historyDays, toMonthSoFar, type SpentDay } from '#server/lib/calendar/forecast.ts';
import { toJsonRows } from '#server/sql/json-rows.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { date, json, nullable } from '#server/sql/types.ts';
import { joinSkills, skillFields } from './reported-names.sql.ts';

interface StoredLimit {
  /** Id of a skill; empty for the account. */
  readonly id: string;
  readonly name: string;
  readonly limit: TenThousandths;
  readonly action: LimitAction;
  readonly raises: number;
}

/** A limit that is not reached, and is expected to be reached within the month. */
export interface LimitForecast extends StoredLimit {
  readonly spent: TenThousandths;
  /** Cost of the whole month. */
  readonly expected: TenThousandths;
  readonly reachedOn: string;
}

/* Reads the daily sums of the ledger only, and none without a limit. Exact amounts, which differ by cents from what limits count. */
const getLimitedDays = statement.get({
  name: 'ledger.limited-days',
  text: `
    with limits as materialized (
      select '' as id, limit_ten_thousandths as "limit", action, raises from company_limits
      where company_id = $companyId and limit_ten_thousandths is not null
      union all
      select skill_id::text, limit_ten_thousandths, action, raises from skill_limits where company_id = $companyId),
    ledger as materialized (
      select day, skill_number, sum(requests * price_ten_thousandths)::bigint as total from usage_daily
      where company_id = $companyId and day >= $first and day < $until and price_ten_thousandths > 0
        and exists (select from limits)
      group by 1, 2),
    used as materialized (
      select numbers.skill_number, ${skillFields.id} as id, ${skillFields.name} as name
      from (select distinct skill_number from ledger) numbers ${joinSkills('numbers.skill_number')})
    select (select day from usage_daily where company_id = $companyId order by day limit 1) as "firstDay",
      ${toJsonRows(`select limits.*, coalesce((select min(used.name) from used where used.id = limits.id), '') as name
        from limits order by id`)} as limits,
      ${toJsonRows(`select '' as id, day as date, sum(total)::bigint as total from ledger group by 2
        union all
        select used.id, day, sum(total)::bigint from ledger join used using (skill_number)
        where used.id in (select id from limits) group by 1, 2 order by 1, 2`)} as days`,
  params: { first: date, until: date },
  row: {
    firstDay: nullable(date),
    limits: json<readonly StoredLimit[]>(),
    days: json<readonly (SpentDay & { readonly id: string })[]>(),
  },
});

/**
 * The limits of a company that are expected to be reached in the present month: the account's first, then those of skills. The
 * forecast of the account is the usage page's; that of a skill begins with its first day of the last eight weeks.
 */
export async function listLimitForecasts(
  tx: CompanyTransaction,
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
): Promise<LimitForecast[]> {
  const month = getMonth(today);
  const until = addMonths(month, 1);
  const earliest = addDays(today, -historyDays);
  const first = earliest < month ? earliest : month;
  const { firstDay, limits, days } = await getLimitedDays(tx, { first, until });
  const daysOf = Map.groupBy(days, ({ id }) => id);
  return limits.flatMap((limit) => {
    const sums = daysOf.get(limit.id) ?? [];
    const begun = limit.id === '' ? firstDay : (sums[0]?.date ?? null);
    const soFar = toMonthSoFar(sums, { today, until, zone: timeZone, firstDay: begun });
    const spent = soFar.days.reduce((sum, { total }) => sum + total, 0);
    const forecast = forecastMonth({ ...soFar, shown: spent, limit: limit.limit });
    if (!forecast?.limitReachedOn || spent >= limit.limit) return [];
    return [{ ...limit, spent, expected: forecast.total, reachedOn: forecast.limitReachedOn }];
  });
}
