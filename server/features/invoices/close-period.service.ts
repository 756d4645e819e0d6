import type { TenThousandths } from '#contract/billing/money.ts';
import { recordAudit } from '../../records/audit.ts';
import { DatabaseUnavailable } from '../../database/connection/errors.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import { addDays, getDay, getMonth } from '#contract/calendar/zones.ts';
import { createBilling, listUnbilledUsage, lockBilledCompany } from './close-period.repository.ts';
import type { BilledCompany } from './close-period.repository.ts';
import { claimNumber } from './invoice-numbers.repository.ts';
import { createInvoice, getCustomer } from './invoices.repository.ts';
import type { StoredInvoice } from './invoices.repository.ts';
import { toAuditSubject, toAuditedInvoice } from './invoices.service.ts';
import type { InvoicesDependencies } from './invoices.service.ts';
import { findCustomerLogo, toDocument } from './issue-document.ts';
import { renderInvoice } from './pdf/render-invoice.ts';
import { planInvoice } from './plan-invoice.ts';
import type { PlannedInvoice, UnbilledUsage } from './plan-invoice.ts';
import { pdfType } from './read-invoice.service.ts';

/** Days from the issue of an invoice to its due date. */
const termDays = 14;

export interface ClosedPeriod {
  readonly month: string;
  readonly invoiceId: string;
  readonly total: TenThousandths;
}

type Dependencies = Pick<InvoicesDependencies, 'database' | 'files' | 'provider' | 'clock'>;

/**
 * Issues the invoice of each ended month without one and with an amount to pay, oldest first, in one transaction. Usage
 * that arrived late for a closed month goes into the first of them. Concurrent calls wait for each other.
 * @param month first day of the only month to close; undefined for every month since the first billed one
 */
export async function closePeriods(
  dependencies: Dependencies,
  companyId: string,
  month?: string,
): Promise<ClosedPeriod[]> {
  const { database, files } = dependencies;
  const keys: string[] = [];
  try {
    return await database.withCompany(companyId, (tx) =>
      closeMonths(dependencies, tx, { companyId, month, fileKeys: keys }),
    );
  } catch (error) {
    // Deletes the stored files, which no invoice refers to. Keeps them where the commit may have succeeded.
    if (!(error instanceof DatabaseUnavailable)) {
      for (const key of keys) await files.delete({ companyId, key }).catch(() => undefined);
    }
    throw error;
  }
}

interface CloseInput {
  readonly companyId: string;
  readonly month: string | undefined;
  /** Collects the keys of the stored files. */
  readonly fileKeys: string[];
}

async function closeMonths(
  dependencies: Dependencies,
  tx: CompanyTransaction,
  input: CloseInput,
): Promise<ClosedPeriod[]> {
  const company = await lockBilledCompany(tx);
  if (company.isProvider) return [];
  const today = getDay(dependencies.clock.now().getTime(), company.timeZone);
  const first = input.month !== undefined && input.month < company.firstMonth ? input.month : company.firstMonth;
  const unbilled = await listUnbilledUsage(tx, { first, until: getMonth(today) });
  const closed = new Set(company.closedMonths);
  const closedPeriods: ClosedPeriod[] = [];
  let left = unbilled;
  for (const month of listOpenMonths(unbilled, closed, input.month)) {
    const usage = left.filter((each) => each.month === month || closed.has(each.month));
    const planned = planInvoice(month, usage);
    // Nothing to pay: the corrections go into the next month with an amount to pay.
    if (planned.total <= 0) continue;
    const invoice = await issueInvoice(dependencies, tx, { ...input, company, month, today, usage, planned });
    closedPeriods.push({ month, invoiceId: invoice.invoiceId, total: planned.total });
    closed.add(month);
    left = left.filter((each) => !usage.includes(each));
  }
  return closedPeriods;
}

function listOpenMonths(unbilled: readonly UnbilledUsage[], closed: ReadonlySet<string>, only: string | undefined) {
  const used = new Set(unbilled.filter(({ requests }) => requests !== 0).map(({ month }) => month));
  return [...used].filter((month) => !closed.has(month) && (only === undefined || month === only)).toSorted();
}

interface IssueInput {
  readonly company: BilledCompany;
  readonly companyId: string;
  readonly month: string;
  readonly today: string;
  readonly usage: readonly UnbilledUsage[];
  readonly planned: PlannedInvoice;
  readonly fileKeys: string[];
}

/** Stores the PDF before the invoice, so that an issued invoice always has one. */
async function issueInvoice(
  { files, provider, clock }: Dependencies,
  tx: CompanyTransaction,
  { company, companyId, month, today, usage, planned, fileKeys }: IssueInput,
): Promise<StoredInvoice> {
  const now = clock.now();
  const number = await claimNumber(tx, company.name, Number(today.slice(0, 4)));
  const values = {
    company: company.name,
    issueDate: today,
    dueDate: addDays(today, termDays),
    totalTenThousandths: planned.total,
    status: 'Pending' as const,
    period: month,
    ...number,
  };
  const key = newFileKey();
  fileKeys.push(key);
  const lines = planned.lines.map(({ price: priceTenThousandths, total: totalTenThousandths, ...line }) => ({
    ...line,
    priceTenThousandths,
    totalTenThousandths,
  }));
  const customer = await getCustomer(tx);
  const logo = await findCustomerLogo(files, companyId, customer);
  const document = toDocument({ invoice: values, lines, customer, logo, provider, madeAt: now });
  await files.put({ companyId, key }, await renderInvoice(document), pdfType);
  const invoice = await createInvoice(tx, { ...values, pdfKey: key }, now);
  await createBilling(tx, invoice.id, { lines: planned.lines, usage });
  await recordAudit(tx, {
    ...toAuditSubject(invoice),
    actor: { accountId: null, name: 'Period close', email: '' },
    action: 'invoices.issue',
    after: toAuditedInvoice(invoice),
    requestId: 'period-close',
    now,
  });
  return invoice;
}
