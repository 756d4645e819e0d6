import { can } from '#contract/capabilities.ts';
import { addMonths, getDay, getMonth, getStartOfDay } from '#contract/calendar/zones.ts';
import { getSuccessRate } from '#domain/conversations/success-rate.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { StoreFigures } from '#features/skills/contract/store-figures.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Uses } from '#server/portal/portal.ts';
import { listStoreFigures } from './store-figures.repository.ts';

/** The month so far of every skill of the store. */
export async function getStoreFigures(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
): Promise<StoreFigures> {
  const first = getMonth(getDay(clock.now().getTime(), actor.timeZone));
  const until = addMonths(first, 1);
  const rows = await database.inCompany.read(actor.companyId, (tx) => listStoreFigures(tx, { first, until }));
  const toInstant = (day: string, ms = 0) => new Date(getStartOfDay(day, actor.timeZone) + ms).toISOString();
  return {
    period: { start: toInstant(first), end: toInstant(until, -1) },
    skills: rows.map(({ id, requests, cost, statuses }) => ({
      _id: id,
      requests,
      ...(can(actor, 'billing.read') && { cost: toEuros(cost) }),
      successRate: getSuccessRate(statuses),
    })),
  };
}
