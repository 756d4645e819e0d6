import type { Uses } from '#server/portal/portal.ts';
import type { MonthToIssue } from '#features/billing/contract/credit/credit-notes.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { getDay, getMonth } from '#contract/calendar/zones.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { listUnbilledUsage, lockBilledCompany } from '../close-period.repository.ts';
import { claimNumber, type SeriesNumber } from '../invoice-numbers.repository.ts';
import { getToday, toInvoice } from '../invoices.service.ts';
import { getIssueDates, issueInvoice, type IssueDates } from '../issue-invoice.service.ts';
import { withIssuedFiles } from '../papers/issue-paper.service.ts';
import { claimReference } from '../papers/issued-numbers.repository.ts';
import { pickDue, planInvoice } from '../plan-invoice.ts';
import type { Provider } from '../provider.ts';
import { listUnbilledFees } from '../fee-billing.repository.ts';
import { lockUnbilledSupport } from '../support-billing.repository.ts';
import * as repository from './months-to-issue.repository.ts';
import type { StoredMonthToIssue } from './months-to-issue.repository.ts';

export async function listMonthsToIssue({ database }: Uses<'database'>, actor: Actor): Promise<MonthToIssue[]> {
  const months = await database.inCompany.read(actor.companyId, repository.listMonthsToIssue);
  return months.map(({ id, invoiceId, period, totalTenThousandths, since, keepsNumber }) => ({
    _id: id,
    invoiceId,
    period,
    total: toEuros(totalTenThousandths),
    since: since.toISOString(),
    keepsNumber,
  }));
}

/**
 * Issues the invoice of a month again, with what is open now of the month and of all that have an invoice, as its close would.
 * @throws Problem `record.not-found`, `invoices.nothing-to-bill`, `invoices.number-taken`, `invoices.example-issuer`, `invoices.no-address`
 */
export async function issueAgain(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<Invoice> {
  const { actor } = context;
  const { clock, provider } = portal;
  const { companyId } = actor;
  const now = clock.now();
  const invoice = await withIssuedFiles(portal, companyId, async (tx, fileKeys) => {
    await confirmActor(tx, actor, 'invoices.manage-issued');
    const company = await lockBilledCompany(tx);
    const month = await repository.findMonthToIssue(tx, { id });
    if (!month) throw new Problem('record.not-found');
    if (!company.hasAddress) throw new Problem('invoices.no-address');
    const { period } = month;
    const first = period < company.firstMonth ? period : company.firstMonth;
    const span = { first, until: getMonth(getDay(now.getTime(), company.timeZone)) };
    const open = {
      usage: await listUnbilledUsage(tx, span),
      support: await lockUnbilledSupport(tx, span),
      fees: await listUnbilledFees(tx, { ...span, zone: company.timeZone }),
    };
    const due = pickDue(open, period, new Set(company.closedMonths));
    const planned = planInvoice(period, due.usage, due.support, due.fees);
    if (planned.total <= 0) throw new Problem('invoices.nothing-to-bill');
    const identity = {
      period,
      ...(await claimIdentity(tx, month, { company, provider, dates: getIssueDates(now, provider) })),
    };
    const stamp = toAuditStamp(context, now);
    return issueInvoice(portal, tx, { company, companyId, identity, ...due, planned, stamp, fileKeys });
  });
  return toInvoice(invoice, actor, getToday(actor, clock));
}

type Identity = IssueDates &
  Pick<SeriesNumber, 'invoiceId' | 'reference'> &
  Pick<StoredMonthToIssue, 'seriesYear' | 'seriesNumber'>;

/** A new number and today's dates, or those of an invoice that was deleted. */
async function claimIdentity(
  tx: CompanyTransaction,
  month: StoredMonthToIssue,
  { company, provider, dates }: { company: { readonly name: string }; provider: Provider; dates: IssueDates },
): Promise<Identity> {
  if (!month.keepsNumber) {
    const number = await claimNumber(tx, provider, { companyName: company.name, year: dates.year });
    return { ...number, ...dates };
  }
  const { id, invoiceId, seriesYear, seriesNumber, issueDate, dueDate } = month;
  await repository.forgetDeletedInvoice(tx, { id });
  const reference = await claimReference(tx, invoiceId);
  return { invoiceId, seriesYear, seriesNumber, reference, year: Number(issueDate.slice(0, 4)), issueDate, dueDate };
}
