import type { Database } from '#server/database/open-database.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date } from '#server/sql/types.ts';
import { monthlySums, roundedUsage, selectSum, type UsageSum } from './usage-sums.sql.ts';

const inMonth = (column: string) =>
  `company_id = $companyId and ${column} >= month and ${column} < month + interval '1 month'`;

const listUnsummedMonths = (table: string) =>
  statement.list({
    text: `
      select month from unnest($months::date[]) as t (month)
      where (select coalesce(sum(requests), 0) from usage_daily where ${inMonth('day')})
        <> (select coalesce(sum(m.requests), 0) from ${table} m where m.company_id = $companyId and m.month = t.month)`,
    params: { months: array(date) },
    row: { month: date },
  });

const createMonth = (sum: UsageSum, rows: string) => [
  statement.run({
    text: `delete from ${sum.table} where company_id = $companyId and month = $month`,
    params: { month: date },
  }),
  statement.run({
    text: `
      insert into ${sum.table} (company_id, ${Object.keys(sum.keys).join(', ')}, requests)
      select $companyId, r.* from (${rows}) r`,
    params: { month: date },
  }),
];

const [byUserAndKey, ...others] = monthlySums;

/*
 * The finest sum is filled from usage events, and the others from it. A program that keeps the one that was added last keeps all of
 * them: where it holds what `usage_daily` holds, the others do too.
 */
const findUnsummed = { all: listUnsummedMonths('usage_by_person'), finest: listUnsummedMonths(byUserAndKey.table) };

const createFinest = createMonth(
  byUserAndKey,
  selectSum(
    byUserAndKey,
    'usage_events',
    `company_id = $companyId and day >= $month::date and day < $month::date + interval '1 month'`,
  ),
);

const finest = `(
  select month as day, user_number, intake_key_id, skill_number, price_ten_thousandths, requests from ${byUserAndKey.table}
  where company_id = $companyId and month = $month) finest`;

const createOthers = [...others, roundedUsage].flatMap((sum) =>
  createMonth(sum, selectSum(sum, finest, 'requests <> 0', 'sum(requests)')),
);

/** Fills the monthly sums of months whose usage an earlier release recorded, once. */
export async function fillMonthlyUsage(
  database: Database,
  companyId: string,
  months: readonly string[],
): Promise<void> {
  const unsummed = await database.inCompany.read(companyId, (tx) => findUnsummed.all(tx, { months }));
  for (const { month } of unsummed) {
    await database.withLedger(companyId, async (tx) => {
      const isMissing = (await findUnsummed.finest(tx, { months: [month] })).length > 0;
      for (const create of [...(isMissing ? createFinest : []), ...createOthers]) await create(tx, { month });
    });
  }
}
