import type { Uses } from '#server/portal/portal.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { addDays, addMonths, getDay, getStartOfDay } from '#contract/calendar/zones.ts';
import { historyDays } from '#server/lib/calendar/forecast.ts';
import { resolvePeriod } from '#domain/ledger/periods.ts';
import { toUsage } from './usage.presenter.ts';
import * as repository from './usage.repository.ts';

/** The usage dashboard of a month. */
export async function getUsage(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  asked: string | undefined,
): Promise<Usage> {
  const now = clock.now();
  const period = resolvePeriod(asked, actor.timeZone, now);
  const today = getDay(now.getTime(), actor.timeZone);
  const historyFrom = addDays(today, -historyDays);
  const until = addMonths(period.first, 1);
  const span = {
    today,
    daysFrom: period.isPresent && historyFrom < period.first ? historyFrom : period.first,
    first: period.first,
    until,
    endsAt: new Date(getStartOfDay(until, actor.timeZone)),
    isPresent: period.isPresent,
  };
  const row = await database.inCompany.read(actor.companyId, (tx) => repository.getUsage(tx, span));
  return toUsage(row, { ...period, today, now, zone: actor.timeZone });
}
