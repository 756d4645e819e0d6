import type { Uses } from '#server/portal/portal.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { addDays, getDay, getMonth } from '#contract/calendar/zones.ts';
import { listUnbilledUsage, lockBilledCompany } from './close-period.repository.ts';
import { claimNumber } from './invoice-numbers.repository.ts';
import { issueInvoice, withIssuedFiles } from './issue-invoice.service.ts';
import { listUnbilledSupport } from './support-billing.repository.ts';
import { planInvoice, type UnbilledSupport, type UnbilledUsage } from './plan-invoice.ts';

/** Days from the issue of an invoice to its due date. */
const termDays = 14;

export interface ClosedPeriod {
  readonly month: string;
  readonly invoiceId: string;
  readonly total: TenThousandths;
}

/**
 * Issues the invoice of each ended month without one and with an amount to pay, oldest first, in one transaction. Usage
 * that arrived late for a closed month goes into the first of them. Leaves out months whose invoice was deleted, which
 * the provider issues again. Concurrent calls wait for each other.
 * @param month first day of the only month to close; undefined for every month since the first billed one
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
  if (company.isProvider) return [];
  const today = getDay(portal.clock.now().getTime(), company.timeZone);
  const first = input.month !== undefined && input.month < company.firstMonth ? input.month : company.firstMonth;
  const unbilled = await listUnbilledUsage(tx, { first, until: getMonth(today) });
  const unbilledSupport = await listUnbilledSupport(tx, { first, until: getMonth(today) });
  const closed = new Set(company.closedMonths);
  const withInvoice = new Set([...company.closedMonths, ...company.deletedMonths]);
  const closedPeriods: ClosedPeriod[] = [];
  let left = unbilled;
  let supportLeft = unbilledSupport;
  for (const month of listOpenMonths([...unbilled, ...unbilledSupport], withInvoice, input.month)) {
    const isDue = (each: { readonly month: string }) => each.month === month || closed.has(each.month);
    const [usage, support] = [left.filter(isDue), supportLeft.filter(isDue)];
    const planned = planInvoice(month, usage, support);
    // Nothing to pay: the corrections go into the next month with an amount to pay.
    if (planned.total <= 0) continue;
    const identity = {
      ...(await claimNumber(tx, company.name, Number(today.slice(0, 4)))),
      period: month,
      issueDate: today,
      dueDate: addDays(today, termDays),
    };
    const stamp = {
      actor: { accountId: null, name: 'Period close', email: '' },
      requestId: 'period-close',
      now: portal.clock.now(),
    };
    const invoice = await issueInvoice(portal, tx, {
      ...input,
      company,
      identity,
      usage,
      support,
      planned,
      stamp,
    });
    closedPeriods.push({ month, invoiceId: invoice.invoiceId, total: planned.total });
    closed.add(month);
    left = left.filter((each) => !usage.includes(each));
    supportLeft = supportLeft.filter((each) => !support.includes(each));
  }
  return closedPeriods;
}

function listOpenMonths(
  unbilled: readonly (UnbilledUsage | UnbilledSupport)[],
  closed: ReadonlySet<string>,
  only: string | undefined,
) {
  const used = new Set(
    unbilled.filter((each) => !('requests' in each) || each.requests !== 0).map(({ month }) => month),
  );
  return [...used].filter((month) => !closed.has(month) && (only === undefined || month === only)).toSorted();
}
