import { unmappedName } from '#contract/analytics/conversations.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { invoicedRequests, invoiceLines } from '../../database/schema/invoices.ts';
import type { PlannedLine, UnbilledUsage } from './plan-invoice.ts';

export interface BilledCompany {
  readonly name: string;
  readonly timeZone: string;
  readonly isProvider: boolean;
  /** First day of the month from which it is billed: of its making, or of its first closed one if that is earlier. */
  readonly firstMonth: string;
  /** Months that have their invoice, by their first days. */
  readonly closedMonths: readonly string[];
}

/** The bound company; whoever closes its months too has to wait. */
export async function lockBilledCompany(tx: Transaction): Promise<BilledCompany> {
  const executor = toExecutor(tx);
  await executor.query('select from companies for no key update');
  const { rows } = await executor.query<BilledCompany>(`
    select name, time_zone as "timeZone", is_provider as "isProvider",
      least(date_trunc('month', created_at at time zone time_zone)::date, (select min(period) from invoices))::text
        as "firstMonth",
      array(select period::text from invoices where period is not null order by period) as "closedMonths"
    from companies`);
  if (!rows[0]) throw new Error('the bound company does not exist');
  return rows[0];
}

/**
 * What the ledger holds from month to month beyond what invoices have billed, in one statement, so that all of it is of
 * one moment. Names are today's, as on the usage page.
 * @param first @param until first days of months; `until` is not among them
 */
export async function listUnbilledUsage(tx: Transaction, first: string, until: string): Promise<UnbilledUsage[]> {
  const { rows } = await toExecutor(tx).query<UnbilledUsage>(
    `with used as (
      select date_trunc('month', day)::date as month, skill_number, price_ten_thousandths, sum(requests) as requests
      from usage_daily where day >= $1::date and day < $2::date group by 1, 2, 3
    ), billed as (
      select month, skill_number, price_ten_thousandths, sum(requests) as requests
      from invoiced_usage where month >= $1::date and month < $2::date group by 1, 2, 3
    ), unbilled as (
      select month, skill_number, price_ten_thousandths,
        (coalesce(used.requests, 0) - coalesce(billed.requests, 0))::int as requests
      from used full join billed using (month, skill_number, price_ten_thousandths)
    )
    select month::text, skill_number as "skillNumber", mapped.id as "skillId",
      coalesce(mapped.name, named.name, '${unmappedName}') as "skillName",
      unbilled.price_ten_thousandths::float8 as price, requests
    from unbilled
    left join reported_skills named on named.number = skill_number
    left join skills mapped on mapped.id = named.skill_id
    where requests <> 0
    order by 1, 2, 5`,
    [first, until],
  );
  return rows;
}

/** Notes the lines, and which part of the ledger they have billed. */
export async function insertBilling(
  tx: Transaction,
  invoiceId: string,
  { lines, usage }: { lines: readonly PlannedLine[]; usage: readonly UnbilledUsage[] },
): Promise<void> {
  await tx.insert(invoiceLines).values(
    lines.map(({ description, skillId, requests, price, total }, position) => ({
      invoiceId,
      position,
      description,
      skillId,
      requests,
      priceTenThousandths: price,
      totalTenThousandths: total,
    })),
  );
  await tx.insert(invoicedRequests).values(
    usage.map(({ month, skillNumber, price, requests }) => ({
      invoiceId,
      month,
      skillNumber,
      priceTenThousandths: price,
      requests,
    })),
  );
}
