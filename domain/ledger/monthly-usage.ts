import { addDays, addMonths } from '#contract/calendar/zones.ts';
import type { Database } from '#server/database/open-database.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date } from '#server/sql/types.ts';
import { addRowsToSum, monthlySums, roundedUsage, selectSum, type UsageSum } from './usage-sums.sql.ts';

/** Requests and what they cost, so that one that took the place of another at another price is seen too. */
const selectTotals = (table: string, inMonth: string, only: string) => `(
  select array[coalesce(sum(s.requests), 0), coalesce(sum(s.requests * s.price_ten_thousandths), 0)]
  from ${table} s where s.company_id = $companyId and ${inMonth} and ${only})`;

const differsFromDays = ({ table, only = 'true' }: UsageSum) =>
  `${selectTotals('usage_daily', `s.day >= t.month and s.day < t.month + interval '1 month'`, only)}
    <> ${selectTotals(table, 's.month = t.month', only)}`;

const listUnsummedMonths = (...sums: readonly UsageSum[]) =>
  statement.list({
    text: `select month from unnest($months::date[]) as t (month) where ${sums.map(differsFromDays).join(' or ')}`,
    params: { months: array(date) },
    row: { month: date },
  });

const deleteMonth = (table: string) =>
  statement.run({
    text: `delete from ${table} where company_id = $companyId and month = $month`,
    params: { month: date },
  });

const [byUserAndKey, byKey, byPerson] = monthlySums;
const others = [byKey, byPerson, roundedUsage];

/*
 * The finest sum is filled from usage events, and the others from it. A program that keeps those that were added last keeps all of
 * them: where they hold what `usage_daily` holds, the others do too.
 */
const findUnsummed = {
  all: listUnsummedMonths(byPerson, roundedUsage),
  finest: listUnsummedMonths(byUserAndKey, { ...byUserAndKey, only: roundedUsage.only }),
};

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

const replaceOthers = others.flatMap((sum) => [
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
