import { addMonths, getStartOfDay } from '#contract/calendar/zones.ts';
import { baseFees } from '#domain/ledger/prices/base-fees.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, date, instant, integer, text, uuid } from '#server/sql/types.ts';
import type { UnbilledFee } from './plan-invoice.ts';

const listUnbilledFeesStatement = statement({
  text: `
    select fees.month, fees.skill_id as "skillId", fees.skill_name as "skillName", fees.fee as total,
      fees.since
    from (${baseFees('unnest($months::date[], $nexts::date[], $endsAt::timestamptz[]) as months (month, next, ends_at)')}) fees
    where not exists (
      select from invoiced_fees b where b.company_id = $companyId and b.month = fees.month and b.skill_id = fees.skill_id)
    order by 1, 3, 2`,
  params: { months: array(date), nexts: array(date), endsAt: array(instant) },
  row: { month: date, skillId: uuid, skillName: text, total: integer, since: date },
});

/** Lists the base fees that no invoice has billed, from the month `first` to before the month `until` of a zone. */
export async function listUnbilledFees(
  tx: CompanyTransaction,
  { first, until, zone }: { readonly first: string; readonly until: string; readonly zone: string },
): Promise<UnbilledFee[]> {
  const months: string[] = [];
  for (let month = first; month < until; month = addMonths(month, 1)) months.push(month);
  const nexts = months.map((month) => addMonths(month, 1));
  const endsAt = nexts.map((next) => new Date(getStartOfDay(next, zone)));
  return tx.list(listUnbilledFeesStatement, { months, nexts, endsAt });
}

const createInvoicedFeesStatement = statement({
  text: `
    insert into invoiced_fees (company_id, month, skill_id, invoice_id)
    select $companyId, month, skill_id, $invoiceId from unnest($months::date[], $skillIds::uuid[]) as billed (month, skill_id)
    returning month`,
  params: { invoiceId: uuid, months: array(date), skillIds: array(uuid) },
  row: { month: date },
});

/** Notes the base fees that an invoice bills. */
export async function createInvoicedFees(
  tx: CompanyTransaction,
  invoiceId: string,
  fees: readonly UnbilledFee[],
): Promise<void> {
  const [months, skillIds] = [fees.map(({ month }) => month), fees.map(({ skillId }) => skillId)];
  await tx.run(createInvoicedFeesStatement, { invoiceId, months, skillIds });
}
