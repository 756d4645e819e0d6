import { statement } from '#server/sql/statement.ts';
import { array, date, integer, text, uuid } from '#server/sql/types.ts';

const openSupport = `
  select r.id, date_trunc('month', r.day::timestamp)::date as month, r.type, r.cost_ten_thousandths as cost
  from support_requests r
  where r.company_id = $companyId and r.day >= $first::date and r.day < $until::date
    and not exists (select from invoiced_support b where b.company_id = $companyId and b.support_request_id = r.id)`;

const sumSupport = (open: string) => ({
  text: `
    with open as (${open})
    select month, type, sum(cost)::bigint as total, array_agg(id order by id) as ids from open group by 1, 2 order by 1, 2`,
  params: { first: date, until: date },
  row: { month: date, type: text, total: integer, ids: array(uuid) },
});

/**
 * The support requests that no invoice has billed, from the month `first` to before the month `until`, as one row for
 * each month and type.
 */
export const listUnbilledSupport = statement.list(sumSupport(openSupport));

/** The same, locked against their deletion. */
export const lockUnbilledSupport = statement.list(sumSupport(`${openSupport} for update of r`));

export const createInvoicedSupport = statement.list({
  text: `
    insert into invoiced_support (company_id, support_request_id, invoice_id)
    select $companyId, id, $invoiceId from unnest($ids::uuid[]) as billed (id)
    returning support_request_id as id`,
  params: { invoiceId: uuid, ids: array(uuid) },
  row: { id: uuid },
});
