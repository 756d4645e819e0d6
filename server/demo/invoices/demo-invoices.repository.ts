import { sql } from 'drizzle-orm';
import { invoicedRequests, invoiceLines, invoices } from '../../database/schema/invoices.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { DemoInvoice, LedgerSkill } from './plan-demo-invoices.ts';

/**
 * Inserts the reported skills of the company, as the intake would with the first conversation; returns them with the
 * price of one usage event.
 */
export async function insertReportedNames(
  tx: Transaction,
  companyId: string,
  names: readonly string[],
): Promise<LedgerSkill[]> {
  const { rows } = await tx.execute<{ number: number; skill_id: string | null; name: string; price: string }>(sql`
    with named as (
      insert into reported_skills (company_id, name, name_key, skill_id)
      select ${companyId}, name, lower(name), (
        select s.id from skills s
        where lower(s.name) = lower(wanted.name) and (s.company_id = ${companyId} or s.is_provided)
        order by s.company_id = ${companyId} desc limit 1)
      from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) with ordinality as wanted (name, place)
      order by place
      returning number, skill_id, name)
    select n.number, n.skill_id, n.name, coalesce(p.price_ten_thousandths, s.price_ten_thousandths, 0) as price
    from named n
    left join skills s on s.id = n.skill_id
    left join skill_prices p on p.company_id = ${companyId} and p.skill_id = n.skill_id`);
  return rows.map(({ number, skill_id: skillId, name, price }) => ({ number, skillId, name, price: Number(price) }));
}

interface Series {
  readonly companyId: string;
  readonly companyName: string;
  readonly prefix: string;
}

/** Numbers of the same series as the invoices of later closed periods. */
export async function insertDemoInvoices(tx: Transaction, series: Series, planned: readonly DemoInvoice[]) {
  const { companyId, prefix } = series;
  const lastNumbers = new Map<number, number>();
  for (const invoice of planned) {
    const year = Number(invoice.issueDate.slice(0, 4));
    const number = (lastNumbers.get(year) ?? 0) + 1;
    if (invoice.month !== null) lastNumbers.set(year, number);
    await insertDemoInvoice(tx, series, invoice, { year, number: invoice.month === null ? null : number });
  }
  await tx.execute(sql`insert into invoice_prefixes (company_id, prefix) values (${companyId}, ${prefix})`);
  for (const [year, number] of lastNumbers) {
    await tx.execute(
      sql`insert into invoice_series (company_id, year, last_number) values (${companyId}, ${year}, ${number})`,
    );
  }
}

async function insertDemoInvoice(
  tx: Transaction,
  { companyId, companyName, prefix }: Series,
  invoice: DemoInvoice,
  { year, number }: { year: number; number: number | null },
): Promise<void> {
  const issuedAt = new Date(`${invoice.issueDate}T06:00:00Z`);
  const [made] = await tx
    .insert(invoices)
    .values({
      companyId,
      invoiceId: number === null ? `WS-${invoice.issueDate}` : `${prefix}-${year}-${String(number).padStart(4, '0')}`,
      company: companyName,
      issueDate: invoice.issueDate,
      dueDate: invoice.dueDate,
      totalTenThousandths: invoice.total,
      status: invoice.isPaid ? 'Paid' : 'Pending',
      period: invoice.month,
      ...(number !== null && { seriesYear: year, seriesNumber: number }),
      createdAt: issuedAt,
      updatedAt: issuedAt,
    })
    .returning({ id: invoices.id });
  if (!made) throw new Error('the insert returned no row');
  const invoiceId = made.id;
  await tx.insert(invoiceLines).values(
    invoice.lines.map(({ price, total, ...line }, position) => ({
      companyId,
      invoiceId,
      position,
      ...line,
      priceTenThousandths: price,
      totalTenThousandths: total,
    })),
  );
  if (invoice.usage.length === 0) return;
  await tx.insert(invoicedRequests).values(
    invoice.usage.map(({ month, skillNumber, price, requests }) => ({
      companyId,
      invoiceId,
      month,
      skillNumber,
      priceTenThousandths: price,
      requests,
    })),
  );
}
