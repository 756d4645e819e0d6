import { addMonths } from '#contract/calendar/zones.ts';
import { getPersonalCosts as getStored } from '#domain/ledger/costs/personal-costs.ts';
import { fillMonthlyUsage } from '#domain/ledger/monthly-usage.ts';
import { resolvePeriod } from '#domain/ledger/periods.ts';
import { comparedMonths, type PersonalCosts } from '#features/money/contract/costs/costs.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Uses } from '#server/portal/portal.ts';

/**
 * The cost of the actor's own requests, whatever the actor may see of others. Usage names a person by the user to which the reported
 * one is mapped.
 * @throws Problem `request.invalid`
 */
export async function getPersonalCosts(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId, userId, timeZone }: Actor,
  period: string | undefined,
): Promise<PersonalCosts> {
  const { first: month } = resolvePeriod(period, timeZone, clock.now());
  const { first: present } = resolvePeriod(undefined, timeZone, clock.now());
  const shown = Array.from({ length: comparedMonths }, (_, place) => addMonths(present, place - comparedMonths + 1));
  const months = [...new Set([...shown, month])];
  await fillMonthlyUsage(database, companyId, months);
  const stored = await database.inCompany.read(companyId, (tx) => getStored(tx, { months, month, userId }));
  const { skills } = stored;
  return {
    months: shown.map((each) => ({ month: each.slice(0, 7), total: toEuros(stored.months[each] ?? 0) })),
    requests: skills.reduce((sum, { requests }) => sum + requests, 0),
    total: toEuros(stored.months[month] ?? 0),
    skills: skills.map((skill) => ({ ...skill, total: toEuros(skill.total) })),
  };
}
