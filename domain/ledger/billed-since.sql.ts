/**
 * First day of the first billed month of the company `$companyId`, in a statement on `companies`: the month of its
 * creation, or an earlier one that has an invoice.
 */
export const billedSince = `least(date_trunc('month', company_clock(created_at, time_zone))::date,
  (select min(period) from invoices where company_id = $companyId))`;
