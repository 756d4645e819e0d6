import type { Database } from '#server/database/open-database.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date } from '#server/sql/types.ts';
import { monthlySums, selectSum } from './usage-sums.sql.ts';

const inMonth = (column: string) =>
  `company_id = $companyId and ${column} >= month and ${column} < month + interval '1 month'`;

const fills = monthlySums.map((sum) => ({
  listUnsummedMonths: statement.list({
    text: `
      select month from unnest($months::date[]) as t (month)
      where (select coalesce(sum(requests), 0) from usage_daily where ${inMonth('day')})
        <> (select coalesce(sum(m.requests), 0) from ${sum.table} m where m.company_id = $companyId and m.month = t.month)`,
    params: { months: array(date) },
    row: { month: date },
  }),
  deleteMonth: statement.run({
    text: `delete from ${sum.table} where company_id = $companyId and month = $month`,
    params: { month: date },
  }),
  createMonth: statement.run({
    text: `
      insert into ${sum.table} (company_id, ${Object.keys(sum.keys).join(', ')}, requests)
      select $companyId, r.* from (${selectSum(
        sum,
        'usage_events',
        `company_id = $companyId and day >= $month::date and day < $month::date + interval '1 month'`,
      )}) r`,
    params: { month: date },
  }),
}));

/** Fills the monthly sums of months whose usage an earlier release recorded, once. */
export async function fillMonthlyUsage(
  database: Database,
  companyId: string,
  months: readonly string[],
): Promise<void> {
  for (const { listUnsummedMonths, deleteMonth, createMonth } of fills) {
    const missing = await database.inCompany.read(companyId, (tx) => listUnsummedMonths(tx, { months }));
    for (const { month } of missing) {
      await database.withLedger(companyId, async (tx) => {
        await deleteMonth(tx, { month });
        await createMonth(tx, { month });
      });
    }
  }
}
