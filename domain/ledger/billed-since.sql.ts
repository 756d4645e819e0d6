const firstInvoiced = '(select min(period) from invoices where company_id = $companyId)';

/**
 * First day whose runs are billed for the company `$companyId`, in a statement on `companies`: the one that the provider has set, else that
 * of its creation, or of an earlier month that has an invoice.
 */
export const billedSince = `coalesce(billed_since, least(company_clock(created_at, time_zone)::date, ${firstInvoiced}))`;

/** First day of the first month that a close looks at: that of `billedSince`, or an earlier one that has an invoice. */
export const firstBilledMonth = `date_trunc('month', least(${billedSince}, ${firstInvoiced})::timestamp)::date`;
