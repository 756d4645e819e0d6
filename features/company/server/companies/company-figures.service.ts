import { getDay, getMonth } from '#contract/calendar/zones.ts';
import type { CompanyFigures } from '#features/company/contract/companies.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Uses } from '#server/portal/portal.ts';
import {
  listDue,
  listLastConversations,
  listSkillCosts,
  listSupportCosts,
  listZones,
} from './company-figures.repository.ts';

/** The zones in which a day begins last and first. */
const latestZone = 'Etc/GMT+12';
const earliestZone = 'Etc/GMT-14';

/** Lists the sums of every company in five statements, however many companies there are. */
export async function listCompanyFigures({ database, clock }: Uses<'database' | 'clock'>): Promise<CompanyFigures[]> {
  const nowMs = clock.now().getTime();
  // At the turn of a month some companies are still in the one before.
  const first = getMonth(getDay(nowMs, latestZone));
  const read = await database.inSystem('companies.list', (tx) =>
    Promise.all([
      listZones(tx),
      listSkillCosts(tx, { first }),
      listSupportCosts(tx, { first }),
      listDue(tx, { latest: getDay(nowMs, earliestZone) }),
      listLastConversations(tx),
    ]),
  );
  const [companies, skills, support, due, conversations] = read;
  const costs = Map.groupBy([...skills, ...support], ({ companyId }) => companyId);
  const invoices = Map.groupBy(due, ({ companyId }) => companyId);
  const days = new Map(conversations.map(({ companyId, day }) => [companyId, day]));
  return companies.map(({ id, timeZone }) => {
    const today = getDay(nowMs, timeZone);
    const spent = (costs.get(id) ?? []).filter(({ month }) => month === getMonth(today));
    const overdue = (invoices.get(id) ?? []).filter(({ dueDay }) => dueDay < today);
    return {
      id,
      spend: toEuros(sum(spent, ({ amount }) => amount)),
      overdue: {
        count: sum(overdue, ({ count }) => count),
        total: toEuros(sum(overdue, ({ total }) => total)),
      },
      lastConversation: days.get(id) ?? null,
    };
  });
}

const sum = <Row>(rows: readonly Row[], toNumber: (row: Row) => number): number =>
  rows.reduce((all, row) => all + toNumber(row), 0);
