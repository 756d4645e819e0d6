import type { Uses } from '#server/portal/portal.ts';
import type { DeletedInvoice, Invoice } from '#features/money/contract/invoices.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { listUnbilledUsage, lockBilledCompany } from './close-period.repository.ts';
import { forgetDeletedInvoice, listDeletedInvoices, lockDeletedInvoice } from './deleted-invoices.repository.ts';
import { getToday, toInvoice } from './invoices.service.ts';
import { issueInvoice } from './issue-invoice.service.ts';
import { withIssuedFiles } from './papers/issue-paper.service.ts';
import { claimReference } from './papers/issued-numbers.repository.ts';
import { lockUnbilledSupport } from './support-billing.repository.ts';
import { planInvoice } from './plan-invoice.ts';

export async function listDeleted({ database }: Uses<'database'>, actor: Actor): Promise<DeletedInvoice[]> {
  const deleted = await database.inCompany.read(actor.companyId, listDeletedInvoices);
  return deleted.map(({ id, invoiceId, period, dueDate, totalTenThousandths, deletedAt }) => ({
    _id: id,
    invoiceId,
    period,
    dueDate,
    total: toEuros(totalTenThousandths),
    deletedAt: deletedAt.toISOString(),
  }));
}

/**
 * Issues a deleted invoice again: the same number and dates, with what its month holds unbilled now.
 * @throws Problem `record.not-found`, `invoices.nothing-to-bill`, `invoices.number-taken`
 */
export async function issueAgain(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<Invoice> {
  const { actor } = context;
  const { clock } = portal;
  const { companyId } = actor;
  const invoice = await withIssuedFiles(portal, companyId, async (tx, fileKeys) => {
    await confirmActor(tx, actor, 'invoices.manage-issued');
    const company = await lockBilledCompany(tx);
    const deleted = await lockDeletedInvoice(tx, { id });
    if (!deleted) throw new Problem('record.not-found');
    const { invoiceId, seriesYear, seriesNumber, period, issueDate, dueDate } = deleted;
    const usage = await listUnbilledUsage(tx, { first: period, until: addMonths(period, 1) });
    const support = await lockUnbilledSupport(tx, { first: period, until: addMonths(period, 1) });
    const planned = planInvoice(period, usage, support);
    if (planned.total <= 0) throw new Problem('invoices.nothing-to-bill');
    await forgetDeletedInvoice(tx, { id });
    const reference = await claimReference(tx, invoiceId);
    const identity = { invoiceId, seriesYear, seriesNumber, reference, period, issueDate, dueDate };
    const stamp = toAuditStamp(context, clock.now());
    return issueInvoice(portal, tx, { company, companyId, identity, usage, support, planned, stamp, fileKeys });
  });
  return toInvoice(invoice, actor, getToday(actor, clock));
}
