import { systemStatement } from '#server/sql/statement.ts';
import { array, boolean, date, instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

/*
 * Payments of the provider's invoices. The payments of an invoice that are not undone say how much of it is paid, and whether it is
 * Paid; an invoice that was marked as paid before there were payments has none. Each statement is of one customer, in its own
 * transaction or in one across companies.
 */

const payable = {
  id: uuid,
  number: text,
  status: textOf<'Pending' | 'Paid'>(),
  paidOn: nullable(date),
  paidTenThousandths: integer,
  /** The sum that is owed for it where it is Pending. */
  leftTenThousandths: integer,
};

export type PayableRow = RowOf<typeof payable>;

const payableColumns = `id, invoice_id as number, status, paid_on as "paidOn", paid_ten_thousandths as "paidTenThousandths",
  total_ten_thousandths - credited_ten_thousandths - paid_ten_thousandths as "leftTenThousandths"`;

/** Locks invoices of a customer until the transaction ends. */
export const lockPayable = systemStatement.list({
  text: `
    select ${payableColumns} from invoices
    where company_id = $customerId and id = any($ids) and not is_own and kind = 'invoice' order by id for update`,
  params: { customerId: uuid, ids: array(uuid) },
  row: payable,
});

/** Notes payments of invoices that this transaction has locked; `settleInvoices` follows. */
export const createPayments = systemStatement.list({
  text: `
    insert into payments (company_id, invoice_id, amount_ten_thousandths, paid_on, entry_id, created_at, created_by)
    select $customerId, invoice, amount, day, entry, $now, $by
    from unnest($invoices::uuid[], $amounts::bigint[], $days::date[], $entries::uuid[]) as p (invoice, amount, day, entry)
    returning id`,
  params: {
    customerId: uuid,
    invoices: array(uuid),
    amounts: array(integer),
    days: array(date),
    entries: array(nullable(uuid)),
    now: instant,
    by: text,
  },
  row: { id: uuid },
});

const undoing = { customerId: uuid, now: instant, by: text };

/** Undoes the payments that bank entries brought, and answers the invoices, which `settleInvoices` then counts again. */
export const undoPaymentsOfEntries = systemStatement.list({
  text: `
    update payments set undone_at = $now, undone_by = $by
    where company_id = $customerId and entry_id = any($entries) and undone_at is null returning invoice_id as "invoiceId"`,
  params: { ...undoing, entries: array(uuid) },
  row: { invoiceId: uuid },
});

/** Undoes some payments; `settleInvoices` follows. */
export const undoPaymentsOf = systemStatement.run({
  text: `
    update payments set undone_at = $now, undone_by = $by
    where company_id = $customerId and id = any($ids) and undone_at is null`,
  params: { ...undoing, ids: array(uuid) },
});

/** Undoes what a person has marked as paid of an invoice, and answers whether there was something. */
export const undoMarkedPayments = systemStatement.list({
  text: `
    update payments set undone_at = $now, undone_by = $by
    where company_id = $customerId and invoice_id = $invoiceId and entry_id is null and undone_at is null returning id`,
  params: { ...undoing, invoiceId: uuid },
  row: { id: uuid },
});

/**
 * Counts the payments of invoices that this transaction has locked, and answers them as they are then. One is Paid where they cover what
 * credit notes leave of it, with the day of the last one.
 */
export const settleInvoices = systemStatement.list({
  text: `
    update invoices i set paid_ten_thousandths = p.paid, version = i.version + 1, updated_at = $now,
      status = case when p.paid > 0 and i.total_ten_thousandths - i.credited_ten_thousandths <= p.paid then 'Paid' else 'Pending' end,
      paid_on = case when p.paid > 0 and i.total_ten_thousandths - i.credited_ten_thousandths <= p.paid then p.last end
    from (
      select asked.id, coalesce(sum(amount_ten_thousandths), 0)::bigint as paid, max(paid_on) as last
      from unnest($ids::uuid[]) as asked (id)
      left join payments on company_id = $customerId and invoice_id = asked.id and undone_at is null
      group by asked.id) p
    where i.company_id = $customerId and i.id = p.id
    returning i.id, i.invoice_id as number, i.status, i.paid_on as "paidOn", i.paid_ten_thousandths as "paidTenThousandths",
      i.total_ten_thousandths - i.credited_ten_thousandths - i.paid_ten_thousandths as "leftTenThousandths"`,
  params: { customerId: uuid, ids: array(uuid), now: instant },
  row: payable,
});

/** The payments of an invoice that count, oldest first. */
export const listPayments = systemStatement.list({
  text: `
    select amount_ten_thousandths as "amountTenThousandths", paid_on as "paidOn", entry_id is null as "isMarked" from payments
    where company_id = $customerId and invoice_id = $invoiceId and undone_at is null order by paid_on, created_at, id`,
  params: { customerId: uuid, invoiceId: uuid },
  row: { amountTenThousandths: integer, paidOn: date, isMarked: boolean },
});
