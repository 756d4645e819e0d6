import type { BankEntry } from '#features/receivables/contract/payments/payment-entries.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import { allowVersion } from '#server/records/change-record.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import {
  getActorName,
  payInvoices,
  toOpen,
  undoPayments,
  recordEntries,
  type Scope,
} from './apply-payments.service.ts';
import { findEntry, listReturnsOf, type StoredEntry } from './entries.repository.ts';
import { getRest, listBankEntries, toBankEntry } from './list-entries.service.ts';
import { findPayableInvoice } from './payable-invoices.repository.ts';
import { findPaymentOfEntry, lockProvider } from './statements.repository.ts';
import { applyReturn, withoutReturn } from './returns.service.ts';

type Decide = (tx: SystemTransaction, scope: Scope, entry: StoredEntry) => Promise<void>;

interface Decision {
  readonly id: string;
  readonly version: number;
  readonly action: string;
  readonly decide: Decide;
}

/** Changes one entry under the lock of the provider, with an audit entry in its log, and answers it as it is then. */
async function decideEntry(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, version, action, decide }: Decision,
): Promise<BankEntry> {
  const { homeCompanyId: provider } = context.actor;
  return database.inSystem('payments.match', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    await lockProvider(tx, { provider });
    const entry = await findEntry(tx, { provider, id });
    if (!entry) throw new Problem('record.not-found');
    const [before] = await listBankEntries(tx, [entry]);
    allowVersion(entry, version, () => before);
    const scope = { provider, context, now: clock.now() };
    await decide(tx, scope, entry);
    const changed = await findEntry(tx, { provider, id });
    const after = changed ? await toBankEntry(tx, changed) : undefined;
    if (!after || !before) throw new Problem('record.not-found');
    await recordAudit(tx, {
      ...toAuditStamp(context, scope.now, true),
      companyId: provider,
      entity: 'bankEntry',
      entityId: id,
      entityLabel: entry.payerName ?? entry.day,
      action,
      before: toAudited(before),
      after: toAudited(after),
    });
    return after;
  });
}

const toAudited = ({ state, amount, rest, payments }: BankEntry) => ({
  state,
  amount,
  rest,
  invoices: payments.map(({ number }) => number),
});

/**
 * Assigns what is left of a credit to an invoice, or pairs a return with the credit that it takes back, wholly or in part.
 * @throws Problem `record.stale`, `payments.not-owed`, `payments.no-rest`, `payments.not-returnable`
 */
export const assignEntry = (
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, version, candidateId }: { readonly id: string; readonly version: number; readonly candidateId: string },
): Promise<BankEntry> =>
  decideEntry(portal, context, {
    id,
    version,
    action: 'payments.assign',
    decide: (tx, scope, entry) =>
      entry.kind === 'return'
        ? assignReturn(tx, scope, entry, candidateId)
        : assignCredit(tx, scope, entry, candidateId),
  });

async function assignCredit(tx: SystemTransaction, scope: Scope, entry: StoredEntry, invoiceId: string) {
  const rest = getRest(entry);
  if (rest <= 0 || entry.state === 'returned') throw new Problem('payments.no-rest');
  const invoice = await findPayableInvoice(tx, { id: invoiceId });
  if (!invoice) throw new Problem('record.not-found');
  if (invoice.owed <= 0) throw new Problem('payments.not-owed');
  const amount = Math.min(rest, invoice.owed);
  const days = new Map([[entry.id, entry.day]]);
  const isPaid = await payInvoices(tx, scope, [{ entryId: entry.id, invoice, amount }], days);
  if (!isPaid) throw new Problem('payments.not-owed', { detail: 'the invoice has just changed' });
  const isWhole = amount === rest;
  await recordEntries(tx, scope, [
    {
      ...entry,
      state: isWhole ? 'matched' : 'open',
      reason: isWhole ? null : 'over',
      assignedTenThousandths: entry.assignedTenThousandths + amount,
      customerId: invoice.customerId,
      decidedBy: getActorName(scope),
      isManual: true,
    },
  ]);
}

/** @param candidateId a credit, or one of its payments */
async function assignReturn(tx: SystemTransaction, scope: Scope, taken: StoredEntry, candidateId: string) {
  if (taken.state === 'matched') throw new Problem('payments.no-rest');
  const payment = await findPaymentOfEntry(tx, { id: candidateId });
  const credit = await findEntry(tx, { provider: scope.provider, id: payment?.entryId ?? candidateId });
  if (!credit) throw new Problem('record.not-found');
  const pair = { credit, taken, paymentId: payment?.id };
  const isTaken = credit.kind === 'credit' && (await applyReturn(tx, scope, pair, getActorName(scope)));
  if (!isTaken) throw new Problem('payments.not-returnable');
}

/** Keeps the rest of an entry without an invoice. @throws Problem `record.stale`, `payments.no-rest` */
export const setEntryAside = (
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<BankEntry> =>
  decideEntry(portal, context, {
    id,
    version,
    action: 'payments.set-aside',
    decide: async (tx, scope, entry) => {
      if (entry.state !== 'open') throw new Problem('payments.no-rest');
      const decidedBy = getActorName(scope);
      const reason = entry.kind === 'return' ? entry.reason : null;
      await recordEntries(tx, scope, [{ ...entry, state: 'aside', reason, decidedBy, isManual: true }]);
    },
  });

/** Undoes what was decided about an entry, so that a person decides again. @throws Problem `record.stale` */
export const undoEntry = (
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<BankEntry> =>
  decideEntry(portal, context, {
    id,
    version,
    action: 'payments.undo',
    decide: async (tx, scope, entry) => {
      await undoPayments(tx, scope, [entry.id]);
      const { provider } = scope;
      const returns = entry.kind === 'credit' ? await listReturnsOf(tx, { provider, ids: [entry.id] }) : [entry];
      const credit = entry.returnsId === null ? undefined : await findEntry(tx, { provider, id: entry.returnsId });
      const change = { reason: 'undone', isManual: true } as const;
      await recordEntries(tx, scope, [
        ...returns.map((each) =>
          toOpen(each, { reason: each.reason === 'refund' ? 'refund' : 'return', isManual: true }),
        ),
        ...(entry.kind === 'credit' ? [toOpen(entry, change)] : []),
        ...(credit ? [{ ...withoutReturn(credit, entry), ...change }] : []),
      ]);
    },
  });
