import { hasAddress } from '#domain/ledger/billed-address.sql.ts';
import { billedFacts, getFirstBilledMonth, selectBilledFacts } from '#domain/ledger/calendar/billed-since.ts';
import { isCredited, leftOfInvoice } from '#domain/ledger/owed-invoices.sql.ts';
import { joinSkills, skillFields } from '#domain/ledger/reported-names.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, date, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';
import { arrayOfMonthsToIssue } from './credit/months-to-issue.repository.ts';
import type { TaxedLine, UnbilledUsage } from './plan-invoice.ts';

const lockCompanyStatement = statement({
  text: 'select from companies where id = $companyId for no key update',
  lockedRows: 'companyId',
});

const billedCompany = {
  name: text,
  timeZone: text,
  isProvider: boolean,
  /** Whether it has street, city and country, which an invoice has to name. */
  hasAddress: boolean,
  facts: billedFacts,
  /** First days of the months that have an invoice of which something is left. */
  closedMonths: array(text),
  /** First days of the months whose invoice waits to be issued again. */
  monthsToIssue: array(text),
};

export type BilledCompany = Omit<RowOf<typeof billedCompany>, 'facts'> & {
  /** First day of the first billed month, or of an earlier one that has an invoice. */
  readonly firstMonth: string;
};

const getBilledCompanyStatement = statement({
  text: `
    select name, time_zone as "timeZone", is_provider as "isProvider",
      ${hasAddress} as "hasAddress",
      ${selectBilledFacts} as facts,
      array(select period::text from invoices
        where company_id = $companyId and period is not null and ${leftOfInvoice} > 0 order by period) as "closedMonths",
      ${arrayOfMonthsToIssue} as "monthsToIssue"
    from companies where id = $companyId`,
  row: billedCompany,
});

/** The company, as it is billed. */
export async function getBilledCompany(tx: CompanyTransaction): Promise<BilledCompany> {
  const { facts, ...company } = await tx.get(getBilledCompanyStatement);
  return { ...company, firstMonth: getFirstBilledMonth(facts) };
}

/** The company. Locks it, so that only one transaction at a time closes its months. */
export async function lockBilledCompany(tx: CompanyTransaction): Promise<BilledCompany> {
  await tx.run(lockCompanyStatement);
  return getBilledCompany(tx);
}

/**
 * The usage that no invoice has billed, from the month `first` to before the month `until`, with the present names of
 * skills; and the billed usage of the same month, skill and price, with 0 requests, and what lines have billed of it. One statement, so that usage and invoices are of the same moment.
 */
export const listUnbilledUsage = statement.list({
  text: `
    with used as (
      select date_trunc('month', day)::date as month, skill_number, price_ten_thousandths, sum(requests) as requests
      from usage_daily where company_id = $companyId and day >= $first::date and day < $until::date group by 1, 2, 3
    ), billed as (
      select month, skill_number, price_ten_thousandths, sum(requests) as requests
      from invoiced_usage where company_id = $companyId and month >= $first::date and month < $until::date
      group by 1, 2, 3
    ), lined as (
      select month, skill_number, price_ten_thousandths, sum(requests) as requests, sum(total_ten_thousandths) as total
      from invoice_lines where company_id = $companyId and month >= $first::date and month < $until::date
        and requests is not null and invoice_id in (
          select id from invoices where company_id = $companyId and kind = 'invoice' and not ${isCredited})
      group by 1, 2, 3
    ), unbilled as (
      select month, skill_number, price_ten_thousandths,
        (coalesce(used.requests, 0) - coalesce(billed.requests, 0))::int as requests,
        coalesce(billed.requests, 0)::int as billed, coalesce(lined.requests, 0)::int as lined,
        coalesce(lined.total, 0)::bigint as lined_total
      from used full join billed using (month, skill_number, price_ten_thousandths)
        full join lined using (month, skill_number, price_ten_thousandths)
    ), named as (
      select month, skill_number as "skillNumber", mapped_skill.id as "skillId", ${skillFields.name} as "skillName",
        unbilled.price_ten_thousandths as price, requests, billed, lined, lined_total,
        bool_or(requests <> 0) over (
          partition by month, coalesce(mapped_skill.id::text, skill_number::text), unbilled.price_ten_thousandths
        ) as is_open
      from unbilled ${joinSkills('unbilled.skill_number')}
    )
    select month, "skillNumber", "skillId", "skillName", price, requests, billed, lined, lined_total as "linedTotal"
    from named where is_open
    order by 1, 2, 5`,
  params: { first: date, until: date },
  row: {
    month: date,
    skillNumber: integer,
    skillId: nullable(uuid),
    skillName: text,
    price: integer,
    requests: integer,
    billed: integer,
    lined: integer,
    linedTotal: integer,
  },
});

const createLinesStatement = statement({
  text: `
    insert into invoice_lines (company_id, invoice_id, position, description, month, skill_number, skill_id, requests,
      price_ten_thousandths, total_ten_thousandths, vat_treatment, vat_rate)
    select $companyId, $invoiceId, position - 1, description, month, skill_number, skill_id, requests, price, total,
      treatment, rate
    from unnest($descriptions::text[], $months::date[], $skillNumbers::int[], $skillIds::uuid[], $requests::int[],
        $prices::bigint[], $totals::bigint[], $treatments::text[], $rates::int[])
      with ordinality as line (description, month, skill_number, skill_id, requests, price, total, treatment, rate, position)
    returning position`,
  params: {
    invoiceId: uuid,
    descriptions: array(text),
    months: array(nullable(date)),
    skillNumbers: array(nullable(integer)),
    skillIds: array(nullable(uuid)),
    requests: array(nullable(integer)),
    prices: array(nullable(integer)),
    totals: array(integer),
    treatments: array(text),
    rates: array(integer),
  },
  row: { position: integer },
});

const createInvoicedUsageStatement = statement({
  text: `
    insert into invoiced_usage (company_id, invoice_id, month, skill_number, price_ten_thousandths, requests)
    select $companyId, $invoiceId, month, skill_number, price, requests
    from unnest($months::date[], $skillNumbers::int[], $prices::bigint[], $requests::int[])
      as usage (month, skill_number, price, requests)
    returning month`,
  params: {
    invoiceId: uuid,
    months: array(date),
    skillNumbers: array(integer),
    prices: array(integer),
    requests: array(integer),
  },
  row: { month: date },
});

/** Writes the lines of an invoice and the usage that it bills. */
export async function createBilling(
  tx: CompanyTransaction,
  invoiceId: string,
  { lines, usage }: { lines: readonly TaxedLine[]; usage: readonly UnbilledUsage[] },
): Promise<void> {
  await tx.run(createLinesStatement, {
    invoiceId,
    descriptions: lines.map(({ description }) => description),
    months: lines.map(({ month }) => month),
    skillNumbers: lines.map(({ skillNumber }) => skillNumber),
    skillIds: lines.map(({ skillId }) => skillId),
    requests: lines.map(({ requests }) => requests),
    prices: lines.map(({ price }) => price),
    totals: lines.map(({ total }) => total),
    treatments: lines.map(({ terms }) => terms.treatment),
    rates: lines.map(({ terms }) => terms.rate),
  });
  const billed = usage.filter(({ requests }) => requests !== 0);
  await tx.run(createInvoicedUsageStatement, {
    invoiceId,
    months: billed.map(({ month }) => month),
    skillNumbers: billed.map(({ skillNumber }) => skillNumber),
    prices: billed.map(({ price }) => price),
    requests: billed.map(({ requests }) => requests),
  });
}
