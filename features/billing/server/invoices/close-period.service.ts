import type { Uses } from '#server/portal/portal.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { AuditRecord } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { getCloseSpan, planClose, type PlannedMonth } from '../close/plan-close.ts';
import { listUnbilledUsage, lockBilledCompany, type BilledCompany } from './close-period.repository.ts';
import { claimNumber } from './invoice-numbers.repository.ts';
import { getIssueDates, issueInvoice } from './issue-invoice.service.ts';
import { withIssuedFiles } from './papers/issue-paper.service.ts';
import { listUnbilledFees } from './fee-billing.repository.ts';
import { lockUnbilledSupport } from './support-billing.repository.ts';

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
  const stamp = {
    actor: { accountId: null, name: 'Period close', email: '' },
    requestId: 'period-close',
    now: portal.clock.now(),
  };
  return withIssuedFiles(portal, companyId, async (tx, fileKeys) => {
    const company = await lockBilledCompany(tx);
    if (company.isProvider || !company.hasAddress) return [];
    const { graceDays } = portal.provider;
    return closeMonths(portal, tx, { company, companyId, graceDays, only: month, stamp, fileKeys });
  });
}

interface CloseInput {
  /** The locked company. */
  readonly company: BilledCompany;
  readonly companyId: string;
  readonly graceDays: number;
  readonly only?: string | undefined;
  /** Actor, request and time of the audit entries. */
  readonly stamp: Pick<AuditRecord, 'actor' | 'requestId' | 'now'>;
  /** Checks what is about to be issued. */
  readonly allow?: (months: readonly PlannedMonth[]) => Promise<void>;
  /** Collects the keys of the stored files. */
  readonly fileKeys: string[];
}

/** Issues the invoices of a company that is locked and has an address. */
export async function closeMonths(
  portal: Uses<'files' | 'workers' | 'provider'>,
  tx: CompanyTransaction,
  { company, companyId, graceDays, only, stamp, allow, fileKeys }: CloseInput,
): Promise<ClosedPeriod[]> {
  // A company is billed by its own months, on a day of the issuer.
  const dates = getIssueDates(stamp.now, portal.provider);
  const span = getCloseSpan(company, stamp.now, { graceDays, only });
  const unbilled = {
    usage: await listUnbilledUsage(tx, span),
    support: await lockUnbilledSupport(tx, span),
    fees: await listUnbilledFees(tx, { ...span, zone: company.timeZone }),
  };
  const months = planClose(company, unbilled, span.until, only);
  await allow?.(months);
  const closed: ClosedPeriod[] = [];
  for (const { month, due, planned } of months) {
    const number = await claimNumber(tx, portal.provider, { companyName: company.name, year: dates.year });
    const identity = { ...number, ...dates, period: month };
    const invoice = await issueInvoice(portal, tx, { company, companyId, identity, ...due, planned, stamp, fileKeys });
    closed.push({ month, invoiceId: invoice.invoiceId, total: invoice.totalTenThousandths });
  }
  return closed;
}
