import { toEuros } from '#contract/billing/money.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { CompanySupport } from '#contract/companies.ts';
import type { CompaniesDependencies } from './companies.service.ts';
import { listSupportMonths } from './company-support.repository.ts';

/** The support requests of each company in the present month of its own zone. */
export async function listCompanySupport({
  database,
  clock,
}: Pick<CompaniesDependencies, 'database' | 'clock'>): Promise<CompanySupport[]> {
  const nowMs = clock.now().getTime();
  // At the turn of a month some companies are still in the one before.
  const first = addMonths(getMonth(getDay(nowMs, 'UTC')), -1);
  const rows = await database.withSystem('companies.list', (tx) => listSupportMonths(tx, { first }));
  return rows
    .filter(({ month, timeZone }) => month === getMonth(getDay(nowMs, timeZone)))
    .map(({ id, name, month, requests, minutes, costTenThousandths }) => ({
      id,
      name,
      period: month.slice(0, 7),
      requests,
      minutes,
      cost: toEuros(costTenThousandths),
    }));
}
