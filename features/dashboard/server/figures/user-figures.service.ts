import type { Uses } from '#server/portal/portal.ts';
import type { RangeQuery } from '#features/dashboard/contract/analytics.ts';
import type { UserFigures } from '#features/dashboard/contract/user-figures.ts';
import { addDays, addMonths, getDay, getMonth, getStartOfDay } from '#contract/calendar/zones.ts';
import { getPersonalCosts } from '#domain/ledger/costs/personal-costs.ts';
import { fillMonthlyUsage } from '#domain/ledger/monthly-usage.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { can } from '#contract/capabilities.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { ComparedRanges } from '../rollup-segments.ts';
import { describeRange } from '../stats.presenter.ts';
import { toComparedRanges } from '../stats.service.ts';
import * as repository from './user-figures.repository.ts';

/** @throws Problem `record.not-found` where the company does not have the user */
export async function getUserFigures(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  { userId, ...query }: RangeQuery & { userId: string },
): Promise<UserFigures> {
  const ranges = toComparedRanges(actor, query, clock.now());
  const month = findWholeMonth(ranges);
  if (month !== undefined) await fillMonthlyUsage(database, actor.companyId, [month]);
  const [row, ofMonth] = await database.inCompany.read(actor.companyId, (tx) =>
    Promise.all([
      repository.getUserFigures(tx, ranges, userId),
      month === undefined ? undefined : getPersonalCosts(tx, { months: [month], month, userId }),
    ]),
  );
  const { isFound, cost: ofRange, ...figures } = row;
  if (!isFound) throw new Problem('record.not-found');
  // Of a month the cost that the list of costs by person says, which shares what is rounded.
  const cost = month === undefined || !ofMonth ? ofRange : (ofMonth.months[month] ?? 0);
  return {
    ...describeRange(ranges.range),
    timeZone: ranges.zone,
    ...figures,
    ...(can(actor, 'billing.read') && { cost: toEuros(cost) }),
  };
}

/** The first day of the month that the range is, of the present one also up to the end of today; undefined for any other range. */
function findWholeMonth({ range, zone, today }: ComparedRanges): string | undefined {
  const first = getMonth(getDay(range.from, zone));
  const next = addMonths(first, 1);
  const end = today >= first && today < next ? addDays(today, 1) : next;
  const isWhole =
    range.from === getStartOfDay(first, zone) &&
    range.until >= getStartOfDay(end, zone) &&
    range.until <= getStartOfDay(next, zone);
  return isWhole ? first : undefined;
}
