import type { Movement } from '#features/receivables/contract/statement/account-statement.ts';
import { statement } from '#server/sql/statement.ts';
import { date, integer, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const movement = {
  day: date,
  kind: textOf<Movement['kind']>(),
  id: uuid,
  number: text,
  amount: integer,
};
export type StoredMovement = RowOf<typeof movement>;

/* An invoice that was marked as paid before there were payments has none: what credit notes had left of it was paid on its day. */
const markedDay = 'coalesce(i.paid_on, i.due_date)';

/** Lists what the provider has asked for and got up to a day, in the order of days. */
export const listMovements = statement.list({
  text: `
    select day, kind, id, number, amount from (
      select i.issue_date as day, i.kind, i.id, i.invoice_id as number,
        case when i.kind = 'creditNote' then -i.total_ten_thousandths else i.total_ten_thousandths end as amount,
        case when i.kind = 'creditNote' then 1 else 0 end as place
      from invoices i where i.company_id = $companyId and not i.is_own and i.issue_date <= $to
      union all
      select p.paid_on, 'payment', i.id, i.invoice_id, -p.amount_ten_thousandths, 2
      from payments p join invoices i on i.company_id = $companyId and i.id = p.invoice_id
      where p.company_id = $companyId and p.undone_at is null and p.paid_on <= $to
      union all
      select ${markedDay}, 'payment', i.id, i.invoice_id, coalesce((
        select sum(c.total_ten_thousandths)::bigint from invoices c
        where c.company_id = $companyId and c.corrects_id = i.id and c.issue_date <= ${markedDay}), 0) - i.total_ten_thousandths, 2
      from invoices i
      where i.company_id = $companyId and not i.is_own and i.kind = 'invoice' and i.status = 'Paid'
        and i.paid_ten_thousandths = 0 and ${markedDay} <= $to
    ) movements where amount <> 0 order by day, place, number, id`,
  params: { to: date },
  row: movement,
});
