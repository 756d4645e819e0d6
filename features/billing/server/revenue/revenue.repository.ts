import { statement, systemStatement } from '#server/sql/statement.ts';
import { date, integer, json, text, uuid } from '#server/sql/types.ts';

/* An invoice of before has its VAT in its total, rounded as `splitAsIssued` rounds it. */
const vatOfBefore = `case when vat_percent is null or is_reverse_charge then 0
  else ((total_ten_thousandths * vat_percent + (100 + vat_percent) / 2) / (100 + vat_percent) + 50) / 100 * 100 end`;
const net = `coalesce((vat->>'net')::bigint, total_ten_thousandths - ${vatOfBefore})`;

const sums = `
  sum(case when kind = 'creditNote' then -(${net}) else ${net} end)::bigint as net,
  count(*) filter (where kind = 'invoice')::integer as invoices,
  count(*) filter (where kind = 'creditNote')::integer as "creditNotes"`;

/** Net sums of a company in a month of issue. */
export interface MonthRevenue {
  readonly month: string;
  readonly net: number;
  readonly invoices: number;
  readonly creditNotes: number;
}

/** Net sums of what the provider has issued from a day to before another, by company and month of issue. */
export const listRevenue = systemStatement.list({
  text: `
    select company_id as "companyId", date_trunc('month', issue_date::timestamp)::date as month, ${sums}
    from invoices where not is_own and issue_date >= $first::date and issue_date < $until::date
    group by company_id, month`,
  params: { first: date, until: date },
  row: { companyId: uuid, month: date, net: integer, invoices: integer, creditNotes: integer },
});

/** The names of all companies, which are joined with the sums and not with the invoices. */
export const listNames = systemStatement.list({
  text: 'select id, name from companies order by name, id',
  row: { id: uuid, name: text },
});

/** The same of one company, of all months, which its deletion keeps. */
export const listCompanyRevenue = statement.list({
  text: `
    select date_trunc('month', issue_date::timestamp)::date as month, ${sums}
    from invoices where company_id = $companyId and not is_own group by month order by month`,
  row: { month: date, net: integer, invoices: integer, creditNotes: integer },
});

/** The revenue of companies that were deleted since a day; of an earlier deletion it was not kept. */
export const listDeletedRevenue = systemStatement.list({
  text: `
    select id, company_name as name, facts->'revenue' as revenue from company_deletions
    where deleted_at >= $first::date and facts ? 'revenue' order by company_name, id`,
  params: { first: date },
  row: { id: uuid, name: text, revenue: json<readonly MonthRevenue[]>() },
});
