import { leftOfInvoice } from '#domain/ledger/owed-invoices.sql.ts';
import { joinSkills, skillFields } from '#domain/ledger/reported-names.sql.ts';
import { assignments, columns, insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import type { Paper } from './pdf/invoice-document.ts';
import type { Vat } from './vat.ts';
import {
  array,
  boolean,
  date,
  instant,
  integer,
  json,
  nullable,
  text,
  textOf,
  uuid,
  type ParamsOf,
  type RowOf,
} from '#server/sql/types.ts';

/** The values of a form. */
const values = {
  invoiceId: text,
  company: text,
  issueDate: date,
  dueDate: date,
  totalTenThousandths: integer,
  status: textOf<'Pending' | 'Paid'>(),
};

const created = {
  ...values,
  period: nullable(date),
  seriesYear: nullable(integer),
  seriesNumber: nullable(integer),
  pdfKey: nullable(text),
  /** Printed reference; null for records of the company and for papers of before that are not stored yet. */
  reference: nullable(text),
  paidOn: nullable(date),
  isOwn: boolean,
  addedBy: nullable(text),
  /** VAT as issued; null for invoices of before and for those that are entered. */
  vat: nullable(json<Vat>()),
  /** The rate of an invoice of before; null where the VAT is computed from the company as it is now. */
  vatPercent: nullable(integer),
  isReverseCharge: nullable(boolean),
  kind: textOf<'invoice' | 'creditNote'>(),
  /** The invoice that a credit note corrects, and why. */
  correctsId: nullable(uuid),
  correctionReason: nullable(text),
};

const stored = {
  id: uuid,
  ...created,
  /** How much of the total credit notes give back. */
  creditedTenThousandths: integer,
  /** How much of it payments have paid. */
  paidTenThousandths: integer,
  version: integer,
};

interface RelatedPaper {
  readonly _id: string;
  readonly invoiceId: string;
}

const shown = { ...stored, corrects: nullable(json<RelatedPaper>()), creditNotes: json<RelatedPaper[]>() };

const related = "json_build_object('_id', p.id, 'invoiceId', p.invoice_id)";

/** Columns of an invoice, with the papers that correct it or that it corrects. */
const toShownColumns = (company: string) => `${columns(stored, 'invoices')},
  (select ${related} from invoices p where p.company_id = ${company} and p.id = invoices.corrects_id) as corrects,
  (select coalesce(json_agg(${related} order by p.created_at, p.invoice_id), '[]') from invoices p
    where p.company_id = ${company} and p.corrects_id = invoices.id) as "creditNotes"`;
const shownColumns = toShownColumns('$companyId');

const printedVatNumber = `
  (select substring(line from 5) from jsonb_array_elements_text(paper->'customer'->'lines') with ordinality as l (line, place)
    where line like 'VAT %' order by place desc limit 1)`;

/** Lists leave it out. */
const paper = { paper: nullable(json<Paper>()) };

export type InvoiceValues = ParamsOf<typeof values>;
export type StoredInvoice = RowOf<typeof shown>;

/** Newest first. */
export const listInvoices = statement.list({
  text: `
    select ${shownColumns} from invoices where company_id = $companyId
    order by issue_date desc, created_at desc, invoice_id desc`,
  row: shown,
});

const selectInvoice = `select ${shownColumns} from invoices where company_id = $companyId and id = $id`;
export const findInvoice = statement.find({ text: selectInvoice, params: { id: uuid }, row: shown });

/** The issued invoice of a month, by its first day, of which something is left. */
export const findInvoiceOfMonth = statement.find({
  text: `select ${shownColumns} from invoices where company_id = $companyId and period = $month and ${leftOfInvoice} > 0`,
  params: { month: date },
  row: shown,
});

/** Locks the invoice until the transaction ends. */
export const lockInvoice = statement.find({ text: `${selectInvoice} for update`, params: { id: uuid }, row: shown });

const line = {
  description: text,
  requests: nullable(integer),
  priceTenThousandths: nullable(integer),
  totalTenThousandths: integer,
  month: nullable(date),
};
const shownLine = {
  ...line,
  /** The skill whose usage it bills, as its number is mapped now, or whose base fee. */
  skillId: nullable(text),
};

export type StoredLine = RowOf<typeof shownLine>;

const lineNames = Object.keys(line)
  .map((name) => `line."${name}"`)
  .join(', ');

export const listLines = statement.list({
  text: `
    select ${lineNames}, case when skill_number is not null then ${skillFields.id} when line.requests is null then line.skill_id::text end as "skillId"
    from (
      select position, skill_number, skill_id, ${columns(line)} from invoice_lines
      where company_id = $companyId and invoice_id = $id) line
    ${joinSkills('line.skill_number')} order by line.position`,
  params: { id: uuid },
  row: shownLine,
});

const createInvoiceParams = { ...created, ...paper, createdAt: instant, updatedAt: instant };

// A distributed PostgreSQL takes no subquery in an INSERT: what is shown is read after it.
const createInvoiceStatement = statement({
  text: `insert into invoices ${insertValues(createInvoiceParams)} returning id`,
  params: createInvoiceParams,
  row: { id: uuid },
});
const getInvoice = statement.get({ text: selectInvoice, params: { id: uuid }, row: shown });

export async function createInvoice(
  tx: CompanyTransaction,
  invoice: InvoiceValues &
    Pick<ParamsOf<typeof created>, 'isOwn' | 'addedBy'> &
    Partial<ParamsOf<typeof created> & ParamsOf<typeof paper>>,
  now: Date,
): Promise<StoredInvoice> {
  const enteredByHand = { period: null, seriesYear: null, seriesNumber: null, pdfKey: null };
  const noPaper = { paper: null, reference: null, paidOn: null };
  const noVat = { vat: null, vatPercent: null, isReverseCharge: null };
  const noCorrection = { kind: 'invoice' as const, correctsId: null, correctionReason: null };
  const { id } = await tx.get(createInvoiceStatement, {
    ...enteredByHand,
    ...noPaper,
    ...noVat,
    ...noCorrection,
    ...invoice,
    createdAt: now,
    updatedAt: now,
  });
  return getInvoice(tx, { id });
}

const updated = { ...values, paidOn: created.paidOn, paidTenThousandths: stored.paidTenThousandths };

/** Writes an invoice that this transaction has locked. */
export const updateInvoice = statement.get({
  text: `
    update invoices set ${assignments(updated)}, version = version + 1, updated_at = $now
    where company_id = $companyId and id = $id returning ${shownColumns}`,
  params: { ...updated, id: uuid, now: instant },
  row: shown,
});

/** The VAT numbers of the customer as they are printed on its papers. */
export const listPrintedVatNumbers = statement.list({
  text: `select id, ${printedVatNumber} as "vatNumber" from invoices where company_id = $companyId and paper is not null`,
  row: { id: uuid, vatNumber: nullable(text) },
});

/** The provider's invoices and credit notes of all companies, newest first, with the zone by whose days they are overdue. */
export const listAllInvoices = systemStatement.list({
  text: `
    select ${toShownColumns('invoices.company_id')}, c.name as "companyName", c.time_zone as "timeZone",
      ${printedVatNumber} as "vatNumber"
    from invoices join companies c on c.id = invoices.company_id
    where not invoices.is_own and company_is_proven(c.id)
    order by invoices.issue_date desc, invoices.created_at desc, invoices.invoice_id desc`,
  row: { ...shown, companyName: text, timeZone: text, vatNumber: nullable(text) },
});

/** The paper of an issued invoice as data; null where it has none. */
export const findPaper = statement.find({
  text: 'select paper from invoices where company_id = $companyId and id = $id',
  params: { id: uuid },
  row: paper,
});

/** The provider's invoices without a stored paper or its reference, oldest first. */
export const listUnstoredPapers = statement.list({
  text: `
    select id from invoices where company_id = $companyId and not is_own and (pdf_key is null or reference is null)
    order by issue_date, id`,
  row: { id: uuid },
});

const frozen = { pdfKey: created.pdfKey, reference: created.reference, vat: created.vat, ...paper };

/** Stores the paper of an invoice of before that this transaction has locked; its version stays. */
export const freezeInvoice = statement.get({
  text: `
    update invoices set ${assignments(frozen)} where company_id = $companyId and id = $id returning ${shownColumns}`,
  params: { ...frozen, id: uuid },
  row: shown,
});

/** Deletes a record of the company. */
export const deleteInvoice = statement.run({
  text: 'delete from invoices where company_id = $companyId and id = $id',
  params: { id: uuid },
});

const customer = {
  name: text,
  vatNumber: nullable(text),
  addressLines: array(text),
  address_1: nullable(text),
  address_2: nullable(text),
  region: nullable(text),
  city: nullable(text),
  zip: nullable(text),
  country: nullable(text),
  peppolId: nullable(text),
  reference: nullable(text),
  logo: nullable(text),
};

/** The fields of the company that its invoices show; `logo` is a file key. */
export type Customer = RowOf<typeof customer>;

/** The company as it is now. */
export const getCustomer = statement.get({
  text: `
    select name, vat_number as "vatNumber", array_remove(array[
      nullif(address_1, ''), nullif(address_2, ''), nullif(concat_ws(' ', zip, city), ''), nullif(region, ''),
      nullif(country, '')], null) as "addressLines", address_1, address_2, region, city, zip, country,
      peppol_id as "peppolId", invoice_reference as reference, logo_file_key as logo
    from companies where id = $companyId`,
  row: customer,
});
