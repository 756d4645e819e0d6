import { addDays, addMonths } from '#contract/calendar/zones.ts';
import type { Database } from '#server/database/open-database.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date } from '#server/sql/types.ts';
import { addRowsToSum, monthlySums, roundedUsage, selectSum } from './usage-sums.sql.ts';

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

const deleteMonth = (table: string) =>
  statement.run({
    text: `delete from ${table} where company_id = $companyId and month = $month`,
    params: { month: date },
  });

const [byUserAndKey, ...others] = monthlySums;

/*
 * The finest sum is filled from usage events, and the others from it. A program that keeps the one that was added last keeps all of
 * them: where it holds what `usage_daily` holds, the others do too.
 */
const findUnsummed = { all: listUnsummedMonths('usage_by_person'), finest: listUnsummedMonths(byUserAndKey.table) };

const deleteFinest = deleteMonth(byUserAndKey.table);

/** Days that one statement sums: ten million usage events of a month take longer than a statement may. */
const daysAtOnce = 4;
const addDaysToFinest = statement.run({
  text: addRowsToSum(
    byUserAndKey,
    selectSum(byUserAndKey, 'usage_events', 'company_id = $companyId and day >= $first and day < $until'),
  ),
  params: { first: date, until: date },
});

const finest = `(
  select month as day, user_number, intake_key_id, skill_number, price_ten_thousandths, requests from ${byUserAndKey.table}
  where company_id = $companyId and month = $month) finest`;

const replaceOthers = [...others, roundedUsage].flatMap((sum) => [
  deleteMonth(sum.table),
  statement.run({
    text: addRowsToSum(sum, selectSum(sum, finest, 'requests <> 0', 'sum(requests)')),
    params: { month: date },
  }),
]);

async function replaceFinest(tx: CompanyTransaction, month: string): Promise<void> {
  await deleteFinest(tx, { month });
  const end = addMonths(month, 1);
  for (let first = month; first < end; first = addDays(first, daysAtOnce)) {
    const until = addDays(first, daysAtOnce);
    await addDaysToFinest(tx, { first, until: until < end ? until : end });
  }
}

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
      if (isMissing) await replaceFinest(tx, month);
      for (const replace of replaceOthers) await replace(tx, { month });
    });
  }
}
