import { systemStatement } from '#server/sql/statement.ts';
import { array, boolean, date, instant, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';

/** Locks the provider until the transaction ends, so that uploads and decisions take turns. */
export const lockProvider = systemStatement.run({
  text: 'select from companies where id = $provider for no key update',
  params: { provider: uuid },
  lockedRows: 'provider',
});

const written = {
  position: integer,
  fileName: text,
  iban: text,
  statementId: text,
  fromDay: nullable(date),
  toDay: nullable(date),
  outgoing: integer,
  pending: integer,
  inOthers: integer,
  readAt: instant,
  readBy: text,
};

const stored = { id: uuid, ...written, entries: integer, known: integer };

export type StoredStatement = RowOf<typeof stored>;

const columns = `id, position, file_name as "fileName", iban, statement_id as "statementId", from_day as "fromDay",
  to_day as "toDay", outgoing, pending, in_others as "inOthers", read_at as "readAt", read_by as "readBy", entries, known`;

export const createStatement = systemStatement.get({
  text: `
    insert into bank_statements (company_id, file_hash, position, file_name, iban, statement_id, from_day, to_day, entries,
      known, outgoing, pending, in_others, read_at, read_by)
    values ($provider, $fileHash, $position, $fileName, $iban, $statementId, $fromDay, $toDay, 0, 0, $outgoing, $pending,
      $inOthers, $readAt, $readBy) returning id`,
  params: { provider: uuid, fileHash: text, ...written },
  row: { id: uuid },
});

/** Notes how many entries a statement brought, and how many were known. */
export const countStatement = systemStatement.get({
  text: `
    update bank_statements set entries = $entries, known = $known where company_id = $provider and id = $id
    returning ${columns}`,
  params: { provider: uuid, id: uuid, entries: integer, known: integer },
  row: stored,
});

/** The statements of a file that was read before. */
export const listStatementsOfFile = systemStatement.list({
  text: `select ${columns} from bank_statements where company_id = $provider and file_hash = $fileHash order by position`,
  params: { provider: uuid, fileHash: text },
  row: stored,
});

export const listStatements = systemStatement.list({
  text: `
    select ${columns} from bank_statements where company_id = $provider order by read_at desc, position, id limit 200`,
  params: { provider: uuid },
  row: stored,
});

export const findStatement = systemStatement.find({
  text: `select ${columns} from bank_statements where company_id = $provider and id = $id`,
  params: { provider: uuid, id: uuid },
  row: stored,
});

/** Lets files be read again that shared entries with one that is undone. */
export const forgetSharedFiles = systemStatement.run({
  text: `
    update bank_statements set file_hash = null
    where company_id = $provider and file_hash is not null and (known > 0 or file_hash =
      (select undone.file_hash from bank_statements undone where undone.company_id = $provider and undone.id = $id))`,
  params: { provider: uuid, id: uuid },
});

export const deleteStatement = systemStatement.run({
  text: 'delete from bank_statements where company_id = $provider and id = $id',
  params: { provider: uuid, id: uuid },
});

const selectPayments = `
    select p.id, p.entry_id as "entryId", p.paid_on as "paidOn", p.company_id as "customerId", c.name as "companyName", p.invoice_id as "invoiceId",
      i.invoice_id as number, i.reference, i.status = 'Paid' as "isPaid", p.amount_ten_thousandths as "amountTenThousandths"
    from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    join companies c on c.id = p.company_id
    where p.undone_at is null`;

const payment = {
  id: uuid,
  entryId: nullable(uuid),
  paidOn: date,
  customerId: uuid,
  companyName: text,
  invoiceId: uuid,
  number: text,
  reference: nullable(text),
  isPaid: boolean,
  amountTenThousandths: integer,
};

export type EntryPayment = RowOf<typeof payment>;

/** The payments of entries that count, with their invoices. */
export const listPaymentsOfEntries = systemStatement.list({
  text: `${selectPayments} and p.entry_id = any($ids) order by p.created_at, i.invoice_id, p.id`,
  params: { ids: array(uuid) },
  row: payment,
});

export const findPaymentOfEntry = systemStatement.find({
  text: `${selectPayments} and p.entry_id is not null and p.id = $id`,
  params: { id: uuid },
  row: payment,
});
