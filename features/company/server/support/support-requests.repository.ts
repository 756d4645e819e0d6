import type { SupportType } from '#features/company/contract/support-types.ts';
import { assignments, insertValues } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { date, instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const created = {
  day: date,
  type: textOf<SupportType>(),
  subject: text,
  minutes: nullable(integer),
  costTenThousandths: integer,
};

const supportRequest = {
  id: uuid,
  ...created,
  /** The number of the invoice that bills it. */
  invoiceId: nullable(text),
  version: integer,
};
export type StoredSupportRequest = RowOf<typeof supportRequest>;

const selection = `
  select r.id, r.day, r.type, r.subject, r.minutes, r.cost_ten_thousandths as "costTenThousandths",
    r.version, i.invoice_id as "invoiceId"
  from support_requests r
  left join invoiced_support b on b.company_id = $companyId and b.support_request_id = r.id
  left join invoices i on i.company_id = $companyId and i.id = b.invoice_id
  where r.company_id = $companyId`;

/** Lists the requests of the days from `first` to before `until`, newest first. */
export const listSupportRequests = statement.list({
  text: `${selection} and r.day >= $first and r.day < $until order by r.day desc, r.recorded_at desc, r.id`,
  params: { first: date, until: date },
  row: supportRequest,
});

export const findSupportRequest = statement.find({
  text: `${selection} and r.id = $id`,
  params: { id: uuid },
  row: supportRequest,
});

/** Against an invoice that is issued at the same time. */
export const lockSupportRequest = statement.run({
  text: 'select from support_requests where company_id = $companyId and id = $id for update',
  params: { id: uuid },
});

export const createSupportRequest = statement.get({
  text: `insert into support_requests ${insertValues({ ...created, recordedAt: instant })} returning id`,
  params: { ...created, recordedAt: instant },
  row: { id: uuid },
});

export const updateSupportRequest = statement.run({
  text: `
    update support_requests set ${assignments(created)}, version = version + 1
    where company_id = $companyId and id = $id`,
  params: { id: uuid, ...created },
});

export const deleteSupportRequest = statement.run({
  text: 'delete from support_requests where company_id = $companyId and id = $id',
  params: { id: uuid },
});
