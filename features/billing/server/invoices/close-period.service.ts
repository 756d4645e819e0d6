import type { Uses } from '#server/portal/portal.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { addDays, addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { listUnbilledUsage, lockBilledCompany } from './close-period.repository.ts';
import { claimNumber } from './invoice-numbers.repository.ts';
import { getIssueDates, issueInvoice } from './issue-invoice.service.ts';
import { withIssuedFiles } from './papers/issue-paper.service.ts';
import { lockUnbilledSupport } from './support-billing.repository.ts';
import { pickDue, planInvoice, type Unbilled } from './plan-invoice.ts';

export interface ClosedPeriod {
  readonly month: string;
  readonly invoiceId: string;
  /** To be paid. */
  readonly total: TenThousandths;
}

/**
 * Issues the invoice of each ended month without one and with an amount to pay, oldest first, in one transaction; a month that is not
 * named waits for the days of grace after its end, and all wait for the address of the company. Usage that arrived late for a closed
 * month goes into the first of them, or into an invoice of the last ended month, where the customer has stopped. Leaves out months whose
 * invoice was wholly credited, which the provider issues again. Concurrent calls wait for each other.
 * @param month first day of the only month to close, as soon as it has ended; undefined for every month since the first billed one
 */
export async function closePeriods(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  companyId: string,
  month?: string,
): Promise<ClosedPeriod[]> {
  return withIssuedFiles(portal, companyId, (tx, fileKeys) => closeMonths(portal, tx, { companyId, month, fileKeys }));
}

interface CloseInput {
  readonly companyId: string;
  readonly month: string | undefined;
  /** Collects the keys of the stored files. */
  readonly fileKeys: string[];
}

async function closeMonths(
  portal: Uses<'files' | 'workers' | 'provider' | 'clock'>,
  tx: CompanyTransaction,
  input: CloseInput,
): Promise<ClosedPeriod[]> {
  const company = await lockBilledCompany(tx);
  if (company.isProvider || !company.hasAddress) return [];
  const now = portal.clock.now();
  const today = getDay(now.getTime(), company.timeZone);
  const graceDays = input.month === undefined ? portal.provider.graceDays : 0;
  // A company is billed by its own months, on a day of the issuer.
  const dates = getIssueDates(now, portal.provider);
  const first = input.month !== undefined && input.month < company.firstMonth ? input.month : company.firstMonth;
  const span = { first, until: getMonth(addDays(today, -graceDays)) };
  let left: Unbilled = { usage: await listUnbilledUsage(tx, span), support: await lockUnbilledSupport(tx, span) };
  const closed = new Set(company.closedMonths);
  const withInvoice = new Set([...company.closedMonths, ...company.monthsToIssue]);
  const closedPeriods: ClosedPeriod[] = [];
  for (const month of listMonthsToClose(left, { closed, withInvoice, last: addMonths(span.until, -1) }, input.month)) {
    const due = pickDue(left, month, closed);
    const planned = planInvoice(month, due.usage, due.support);
    // Nothing to pay: the corrections go into the next month with an amount to pay.
    if (planned.total <= 0) continue;
    const identity = {
      ...(await claimNumber(tx, portal.provider, { companyName: company.name, year: dates.year })),
      ...dates,
      period: month,
    };
    const stamp = {
      actor: { accountId: null, name: 'Period close', email: '' },
      requestId: 'period-close',
      now,
    };
    const invoice = await issueInvoice(portal, tx, {
      ...input,
      company,
      identity,
      ...due,
      planned,
      stamp,
    });
    closedPeriods.push({ month, invoiceId: invoice.invoiceId, total: invoice.totalTenThousandths });
    closed.add(month);
    left = {
      usage: left.usage.filter((each) => !due.usage.includes(each)),
      support: left.support.filter((each) => !due.support.includes(each)),
    };
  }
  return closedPeriods;
}

interface Invoiced {
  readonly closed: ReadonlySet<string>;
  /** Also months whose invoice is to be issued again. */
  readonly withInvoice: ReadonlySet<string>;
  /** The last ended month. */
  readonly last: string;
}

/**
 * Lists the months that get an invoice. Where the customer has stopped, its last ended month has nothing of its own and bills what
 * came late for closed ones.
 */
function listMonthsToClose(
  left: Unbilled,
  { closed, withInvoice, last }: Invoiced,
  only: string | undefined,
): string[] {
  const open = listOpenMonths(left, withInvoice, only);
  if (only !== undefined || withInvoice.has(last) || open.includes(last)) return open;
  const isLate = Object.values(pickDue(left, '', closed)).some(({ length }) => length > 0);
  return isLate ? [...open, last] : open;
}

function listOpenMonths({ usage, support }: Unbilled, closed: ReadonlySet<string>, only: string | undefined) {
  const used = new Set([...usage.filter(({ requests }) => requests !== 0), ...support].map(({ month }) => month));
  return [...used].filter((month) => !closed.has(month) && (only === undefined || month === only)).toSorted();
}
