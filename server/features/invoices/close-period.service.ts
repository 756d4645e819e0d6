import type { TenThousandths } from '#contract/billing/money.ts';
import { recordAudit } from '../../records/audit.ts';
import { DatabaseUnavailable } from '../../database/connection/errors.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import { addDays, getDay, getMonth } from '#contract/calendar/zones.ts';
import { insertBilling, listUnbilledUsage, lockBilledCompany } from './close-period.repository.ts';
import type { BilledCompany } from './close-period.repository.ts';
import { takeNumber } from './invoice-numbers.repository.ts';
import { insertInvoice } from './invoices.repository.ts';
import type { StoredInvoice } from './stored-invoice.ts';
import { toAuditSubject, toAuditedInvoice } from './invoices.service.ts';
import type { InvoicesDependencies } from './invoices.service.ts';
import { getCustomer } from './issue-document.repository.ts';
import { toDocument } from './issue-document.ts';
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

type Closing = Pick<InvoicesDependencies, 'database' | 'files' | 'provider' | 'clock'>;

/**
 * Makes the invoice of each ended month of a company that has none yet and something to pay, oldest first, all or none
 * of them. What came late for a month that is closed goes into the first of them. Two at once take turns.
 * @param month first day of the only month to close; without it every month since the company is billed
 */
export async function closePeriods(closing: Closing, companyId: string, month?: string): Promise<ClosedPeriod[]> {
  const { database, files } = closing;
  const keys: string[] = [];
  try {
    return await database.withCompany(companyId, (tx) => closeMonths(closing, tx, { companyId, month, keys }));
  } catch (error) {
    // Nothing refers to them. Where the commit's fate is unknown a file too many does no harm; one too few would.
    if (!(error instanceof DatabaseUnavailable)) {
      for (const key of keys) await files.delete({ companyId, key }).catch(() => undefined);
    }
    throw error;
  }
}

interface Months {
  readonly companyId: string;
  readonly month: string | undefined;
  /** Of the files that were stored, for whoever has to take them back. */
  readonly keys: string[];
}

async function closeMonths(closing: Closing, tx: Transaction, months: Months): Promise<ClosedPeriod[]> {
  const company = await lockBilledCompany(tx);
  // Nobody writes invoices to themselves.
  if (company.isProvider) return [];
  const today = getDay(closing.clock.now().getTime(), company.timeZone);
  const first = months.month !== undefined && months.month < company.firstMonth ? months.month : company.firstMonth;
  const unbilled = await listUnbilledUsage(tx, first, getMonth(today));
  const closed = new Set(company.closedMonths);
  const made: ClosedPeriod[] = [];
  let left = unbilled;
  for (const month of listOpenMonths(unbilled, closed, months.month)) {
    const usage = left.filter((each) => each.month === month || closed.has(each.month));
    const planned = planInvoice(month, usage);
    // Nothing to pay: a later month that does have something takes the corrections along.
    if (planned.total <= 0) continue;
    const invoice = await issue(closing, tx, { ...months, company, month, today, usage, planned });
    made.push({ month, invoiceId: invoice.invoiceId, total: planned.total });
    closed.add(month);
    left = left.filter((each) => !usage.includes(each));
  }
  return made;
}

function listOpenMonths(unbilled: readonly UnbilledUsage[], closed: ReadonlySet<string>, only: string | undefined) {
  const used = new Set(unbilled.map(({ month }) => month));
  return [...used].filter((month) => !closed.has(month) && (only === undefined || month === only)).toSorted();
}

interface Issue {
  readonly company: BilledCompany;
  readonly companyId: string;
  readonly month: string;
  readonly today: string;
  readonly usage: readonly UnbilledUsage[];
  readonly planned: PlannedInvoice;
  readonly keys: string[];
}

/** The PDF is stored before the row is: an invoice without its paper never exists. */
async function issue(closing: Closing, tx: Transaction, issued: Issue): Promise<StoredInvoice> {
  const { company, companyId, month, today, usage, planned, keys } = issued;
  const now = closing.clock.now();
  const number = await takeNumber(tx, company.name, Number(today.slice(0, 4)));
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
  keys.push(key);
  await closing.files.put({ companyId, key }, await render(closing, tx, { invoice: values, planned, now }), pdfType);
  const invoice = await insertInvoice(tx, { ...values, pdfKey: key }, now);
  await insertBilling(tx, invoice.id, { lines: planned.lines, usage });
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

interface Paper {
  readonly invoice: Parameters<typeof toDocument>[0]['invoice'];
  readonly planned: PlannedInvoice;
  readonly now: Date;
}

async function render({ provider }: Closing, tx: Transaction, { invoice, planned, now }: Paper): Promise<Uint8Array> {
  const lines = planned.lines.map(({ price, total, ...line }) => ({
    ...line,
    priceTenThousandths: price,
    totalTenThousandths: total,
  }));
  return renderInvoice(toDocument({ invoice, lines, customer: await getCustomer(tx), provider, madeAt: now }));
}
