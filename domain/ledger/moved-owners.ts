import { addDays } from '#contract/calendar/zones.ts';
import type { Database } from '#server/database/open-database.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { date, uuid } from '#server/sql/types.ts';

const isRead = (company: string) => `exists (
  select s.month from summed_departments s where s.company_id = ${company} and s.month >= $month)`;

const listMarked = systemStatement.list({
  text: `
    select distinct m.company_id as "companyId" from moved_owners m
    left join summed_departments s on s.company_id = m.company_id and s.month >= $month
    where s.company_id is null`,
  params: { month: date },
  row: { companyId: uuid },
});

/** Requires the ledger lock: sums that are being made have not seen every mark that this deletes. */
const deleteMarks = statement.run({
  text: `
    with sums as (
      delete from usage_by_department d where d.company_id = $companyId and not ${isRead('$companyId')}
    ), months as (
      delete from summed_departments d where d.company_id = $companyId and not ${isRead('$companyId')}
    )
    delete from moved_owners m where m.company_id = $companyId and not ${isRead('$companyId')}`,
  params: { month: date },
});

interface Parts {
  readonly database: Database;
  readonly clock: { readonly now: () => Date };
}

/** Deletes marks of moved persons, and sums by department, of companies in which no decision reads them (decision 0089). */
export async function deleteMovedOwners({ database, clock }: Parts): Promise<void> {
  // The month that has not ended in any time zone.
  const month = `${addDays(clock.now().toISOString().slice(0, 10), -1).slice(0, 7)}-01`;
  const marked = await database.inSystem('old-rows.delete', (tx) => listMarked(tx, { month }));
  for (const { companyId } of marked) await database.withLedger(companyId, (tx) => deleteMarks(tx, { month }));
}
