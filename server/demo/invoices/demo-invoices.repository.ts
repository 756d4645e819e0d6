import { insertValues } from '../../sql/columns.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { array, boolean, date, instant, integer, json, nullable, text, uuid } from '../../sql/types.ts';
import { toInvoiceId } from '#features/billing/server/invoices/invoice-numbers.repository.ts';
import { addVat, getSupplyDay, type Vat } from '#features/billing/server/invoices/vat.ts';
import { getVatRate, type DatedVatRate } from '#features/billing/contract/vat-rates.ts';
import type { DemoInvoice } from './plan-demo-invoices.ts';

/**
 * Creates the reported skills of the company, as the intake would with the first conversation; returns them with the price
 * of one usage event: no standard price has changed yet, and the system role does not read those.
 */
export const createReportedSkills = systemStatement.list({
  text: `
    with named as (
      insert into reported_skills (company_id, name, name_key, created_at, skill_id)
      select $companyId::uuid, name, lower(name), $now, (
        select s.id from skills s
        where lower(s.name) = lower(wanted.name) and (s.company_id = $companyId or s.is_provided)
        order by s.company_id = $companyId desc limit 1)
      from unnest($names::text[]) with ordinality as wanted (name, place)
      order by place
      returning number, skill_id, name)
    select n.number, n.skill_id as "skillId", n.name,
      coalesce((
        select a.price_ten_thousandths from skill_prices a
        where a.company_id = $companyId and a.skill_id = n.skill_id order by a.valid_from desc, a.number desc limit 1
      ), s.price_ten_thousandths, 0) as price
    from named n
    left join skills s on s.id = n.skill_id`,
  params: { companyId: uuid, names: array(text), now: instant },
  row: { number: integer, skillId: nullable(uuid), name: text, price: integer },
});

export interface Customer {
  readonly companyId: string;
  readonly companyName: string;
  /** Rates of the provider, whose VAT the demo's companies pay. */
  readonly vatRates: readonly DatedVatRate[];
}

/** The first letters of the demo's numbers, as by default. */
const prefix = 'INV';

const createSeriesStatement = systemStatement({
  text: 'insert into issuer_series (year, last_number) values ($year, $number)',
  params: { year: integer, number: integer },
});

/** Numbers all companies' invoices by their days, in the series of the invoices of later closed periods. */
export async function createDemoInvoices(
  tx: SystemTransaction,
  planned: readonly { readonly customer: Customer; readonly invoice: DemoInvoice }[],
): Promise<void> {
  const lastNumbers = new Map<number, number>();
  const inOrder = planned.toSorted((one, other) => one.invoice.issueDate.localeCompare(other.invoice.issueDate));
  for (const { customer, invoice } of inOrder) {
    const year = Number(invoice.issueDate.slice(0, 4));
    const number = (lastNumbers.get(year) ?? 0) + 1;
    if (invoice.month !== null) lastNumbers.set(year, number);
    await createDemoInvoice(tx, customer, invoice, { year, number: invoice.month === null ? null : number });
  }
  for (const [year, number] of lastNumbers) await tx.run(createSeriesStatement, { year, number });
}

const invoiceRow = {
  companyId: uuid,
  invoiceId: text,
  company: text,
  issueDate: date,
  dueDate: date,
  totalTenThousandths: integer,
  status: text,
  period: nullable(date),
  seriesYear: nullable(integer),
  seriesNumber: nullable(integer),
  vat: nullable(json<Vat>()),
  isOwn: boolean,
  addedBy: nullable(text),
  createdAt: instant,
  updatedAt: instant,
};
const createInvoiceStatement = systemStatement({
  text: `insert into invoices ${insertValues(invoiceRow)} returning id`,
  params: invoiceRow,
  row: { id: uuid },
});

const lineRow = {
  companyId: uuid,
  invoiceId: uuid,
  position: integer,
  description: text,
  month: nullable(date),
  skillNumber: nullable(integer),
  skillId: nullable(uuid),
  requests: nullable(integer),
  priceTenThousandths: nullable(integer),
  totalTenThousandths: integer,
  vatTreatment: nullable(text),
  vatRate: nullable(integer),
};
const createLineStatement = systemStatement({
  text: `insert into invoice_lines ${insertValues(lineRow)}`,
  params: lineRow,
});

const usageRow = {
  companyId: uuid,
  invoiceId: uuid,
  month: date,
  skillNumber: integer,
  priceTenThousandths: integer,
  requests: integer,
};
const createUsageStatement = systemStatement({
  text: `insert into invoiced_usage ${insertValues(usageRow)}`,
  params: usageRow,
});

const supportRow = { companyId: uuid, supportRequestId: uuid, invoiceId: uuid };
const createSupportStatement = systemStatement({
  text: `insert into invoiced_support ${insertValues(supportRow)}`,
  params: supportRow,
});

async function createDemoInvoice(
  tx: SystemTransaction,
  { companyId, companyName, vatRates }: Customer,
  invoice: DemoInvoice,
  { year, number }: { year: number; number: number | null },
): Promise<void> {
  // The workshop is a record of the company, of an amount that it has typed.
  const terms =
    invoice.month === null
      ? null
      : ({
          treatment: 'domestic',
          rate: getVatRate(vatRates, getSupplyDay(invoice.month)),
          customerVatNumber: null,
          reason: null,
        } as const);
  const vat = terms && addVat([{ net: invoice.total, terms }]);
  const issuedAt = new Date(`${invoice.issueDate}T06:00:00Z`);
  const { id: invoiceId } = await tx.get(createInvoiceStatement, {
    companyId,
    invoiceId: number === null ? `WS-${invoice.issueDate}` : toInvoiceId({ prefix, year, number }),
    company: companyName,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    totalTenThousandths: vat?.total ?? invoice.total,
    status: invoice.isPaid ? 'Paid' : 'Pending',
    period: invoice.month,
    seriesYear: number === null ? null : year,
    seriesNumber: number,
    vat,
    isOwn: invoice.addedBy !== null,
    addedBy: invoice.addedBy,
    createdAt: issuedAt,
    updatedAt: issuedAt,
  });
  for (const [position, { price, total, ...line }] of invoice.lines.entries()) {
    const money = { priceTenThousandths: price, totalTenThousandths: total };
    const taxed = { vatTreatment: terms?.treatment ?? null, vatRate: terms?.rate ?? null };
    await tx.run(createLineStatement, { companyId, invoiceId, position, ...line, ...money, ...taxed });
  }
  for (const { month, skillNumber, price, requests } of invoice.usage) {
    const usage = { month, skillNumber, priceTenThousandths: price, requests };
    await tx.run(createUsageStatement, { companyId, invoiceId, ...usage });
  }
  for (const supportRequestId of invoice.support.flatMap(({ ids }) => ids)) {
    await tx.run(createSupportStatement, { companyId, supportRequestId, invoiceId });
  }
}
