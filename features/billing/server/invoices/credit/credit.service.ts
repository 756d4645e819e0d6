import type { Uses } from '#server/portal/portal.ts';
import type { InvoiceCredit } from '#features/billing/contract/credit/credit-notes.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { formatEuros, fromEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { settleInvoices } from '#domain/ledger/payments.ts';
import { recordAudit } from '#server/records/audit.ts';
import { allowVersion } from '#server/records/change-record.ts';
import { createRecord } from '#server/records/create-record.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { createBilling, lockBilledCompany } from '../close-period.repository.ts';
import { claimNumber } from '../invoice-numbers.repository.ts';
import { getLeft } from '../invoice-status.ts';
import { isCreditable } from '../invoices.policy.ts';
import { createInvoice, lockInvoice, type StoredInvoice } from '../invoices.repository.ts';
import { auditedInvoice, getToday, toAuditedInvoice, toAuditSubject, toInvoice } from '../invoices.service.ts';
import { getIssueDates } from '../issue-invoice.service.ts';
import { getVatOf } from '../papers/freeze-papers.service.ts';
import { createPaper, withIssuedFiles } from '../papers/issue-paper.service.ts';
import * as repository from './credit.repository.ts';
import { planCredit } from './plan-credit.ts';

type Crediting = Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>;

interface CreditCall {
  /** That of the credited invoice. */
  readonly id: string;
  readonly credit: InvoiceCredit;
  readonly idempotencyKey: string | undefined;
}

/**
 * Issues a credit note. What an invoice has billed becomes unbilled as nothing of it is left. A repeated idempotency key returns the first answer.
 * @throws Problem `record.not-found`, `record.stale`, `invoices.not-creditable`, `invoices.nothing-to-credit`, `invoices.credit-whole`,
 * `invoices.example-issuer`, `request.invalid` where more is credited than is left
 */
export async function creditInvoice(
  portal: Crediting,
  context: CallContext,
  { id, credit, idempotencyKey }: CreditCall,
): Promise<Invoice> {
  const { actor } = context;
  const { clock, provider } = portal;
  const { companyId } = actor;
  const today = getToday(actor, clock);
  return withIssuedFiles(portal, companyId, async (tx, fileKeys) => {
    await confirmActor(tx, actor, 'invoices.manage-issued');
    const now = clock.now();
    return createRecord(tx, {
      ...auditedInvoice,
      context,
      now,
      action: 'invoices.credit',
      idempotencyKey,
      request: { id, ...credit },
      create: async () => {
        const company = await lockBilledCompany(tx);
        const corrected = await lockInvoice(tx, { id });
        if (!corrected) throw new Problem('record.not-found');
        allowVersion(corrected, credit.version, (stored) => toInvoice(stored, actor, today));
        const amount = getCreditAmount(corrected, credit.total);
        if (provider.isExample) throw new Problem('invoices.example-issuer');
        const issued = {
          companyName: company.name,
          companyId,
          corrected,
          amount,
          reason: credit.reason,
          now,
          fileKeys,
        };
        const creditNote = await issueCreditNote(portal, tx, issued);
        await noteCredit(tx, context, { corrected, amount, now });
        return creditNote;
      },
      toAnswer: (creditNote) => toInvoice(creditNote, actor, today),
    });
  });
}

/** @throws Problem `invoices.not-creditable`, `invoices.nothing-to-credit`, `request.invalid` */
function getCreditAmount(corrected: StoredInvoice, total: number | undefined): TenThousandths {
  if (!isCreditable(corrected)) throw new Problem('invoices.not-creditable');
  const left = getLeft(corrected);
  if (left <= 0) throw new Problem('invoices.nothing-to-credit');
  const amount = total === undefined ? left : (fromEuros(total) ?? 0);
  if (amount <= left) return amount;
  const message = `Only ${formatEuros(left)} of this invoice is left to credit.`;
  throw new Problem('request.invalid', { fields: [{ path: 'total', message }] });
}

interface CreditNoteInput {
  readonly companyName: string;
  readonly companyId: string;
  readonly corrected: StoredInvoice;
  readonly amount: TenThousandths;
  readonly reason: string;
  readonly now: Date;
  /** Collects the keys of the stored files. */
  readonly fileKeys: string[];
}

async function issueCreditNote(
  portal: Uses<'files' | 'workers' | 'provider'>,
  tx: CompanyTransaction,
  { companyName, companyId, corrected, amount, reason, now, fileKeys }: CreditNoteInput,
): Promise<StoredInvoice> {
  const { provider } = portal;
  const lines = await repository.listCreditedLines(tx, { id: corrected.id });
  const planned = planCredit({ corrected, amount, lines, vat: await getVatOf(tx, provider, corrected) });
  const { year, issueDate } = getIssueDates(now, provider);
  const values = {
    ...(await claimNumber(tx, provider, { companyName, year })),
    company: corrected.company,
    issueDate,
    dueDate: issueDate,
    totalTenThousandths: amount,
    vat: planned.vat,
    status: 'Pending' as const,
    isOwn: false,
    addedBy: null,
    period: null,
    kind: 'creditNote' as const,
    correctsId: corrected.id,
    correctionReason: reason,
  };
  const correction = { number: corrected.invoiceId, issueDate: corrected.issueDate, reason };
  const paper = await createPaper(portal, tx, {
    companyId,
    invoice: values,
    lines: planned.lines,
    vat: planned.vat,
    correction,
    madeAt: now,
    fileKeys,
  });
  const creditNote = await createInvoice(tx, { ...values, ...paper }, now);
  const both = { creditNoteId: creditNote.id, correctedId: corrected.id };
  if (planned.part === null) await repository.copyLines(tx, both);
  else await createBilling(tx, creditNote.id, { lines: [planned.part], usage: [] });
  if (amount === getLeft(corrected)) {
    await repository.createNegativeUsage(tx, both);
    await repository.deleteInvoicedSupport(tx, both);
    await repository.deleteInvoicedFees(tx, both);
  }
  return creditNote;
}

/** Writes the amount and the audit entry of the credited invoice. */
async function noteCredit(
  tx: CompanyTransaction,
  context: CallContext,
  {
    corrected,
    amount,
    now,
  }: { readonly corrected: StoredInvoice; readonly amount: TenThousandths; readonly now: Date },
): Promise<void> {
  await repository.updateCredited(tx, { id: corrected.id, amount, now });
  const credited = { ...corrected, creditedTenThousandths: corrected.creditedTenThousandths + amount };
  // What was paid in part may cover the rest.
  const settling = { customerId: tx.companyId, ids: [corrected.id], now };
  const [settled] = corrected.paidTenThousandths > 0 ? await settleInvoices(tx, settling) : [];
  const after = settled ? { ...credited, status: settled.status, paidOn: settled.paidOn } : credited;
  await recordAudit(tx, {
    ...toAuditSubject(corrected),
    ...toAuditStamp(context, now),
    action: 'invoices.update',
    before: toAuditedInvoice(corrected),
    after: toAuditedInvoice(after),
  });
}
