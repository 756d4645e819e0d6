import {
  createPayments,
  lockPayable,
  settleInvoices,
  undoPaymentsOfEntries,
  type PayableRow,
} from '#domain/ledger/payments.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import type { PlannedPayment } from './matching/plan-payments.ts';
import { updateEntries, type StoredEntry } from './entries.repository.ts';
import { listPaymentsOfEntries } from './statements.repository.ts';

/** One change of bank entries: of which provider, by whom and when. */
export interface Scope {
  readonly provider: string;
  readonly context: CallContext;
  readonly now: Date;
}

export const getActorName = ({ context: { actor } }: Pick<Scope, 'context'>): string =>
  `${actor.firstName} ${actor.lastName}`.trim();

const byId = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1);

/** The groups in one order, so that two transactions never wait for each other's customers. */
export const groupByCustomer = <Item>(
  items: readonly Item[],
  getCustomer: (item: Item) => string,
): [string, Item[]][] => [...Map.groupBy(items, getCustomer)].toSorted(byId);

/**
 * Writes planned payments, their invoices and an audit entry for each in the log of its customer. Answers false, and has written
 * nothing, where something else is owed for an invoice now than the plan was made from; it stays locked, so that a new plan holds.
 */
export async function payInvoices(
  tx: SystemTransaction,
  scope: Scope,
  planned: readonly PlannedPayment[],
  days: ReadonlyMap<string, string>,
): Promise<boolean> {
  const customers = groupByCustomer(planned, ({ invoice }) => invoice.customerId);
  const locked = new Map<string, PayableRow[]>();
  for (const [customerId, payments] of customers) {
    const ids = [...new Set(payments.map(({ invoice }) => invoice.id))];
    locked.set(customerId, await lockPayable(tx, { customerId, ids }));
  }
  const owed = new Map([...locked.values()].flat().map((row) => [row.id, getOwed(row)]));
  if (planned.some(({ invoice }) => owed.get(invoice.id) !== invoice.owed)) return false;
  for (const [customerId, payments] of customers) {
    await createPayments(tx, {
      customerId,
      invoices: payments.map(({ invoice }) => invoice.id),
      amounts: payments.map(({ amount }) => amount),
      days: payments.map(({ entryId }) => days.get(entryId) ?? ''),
      entries: payments.map(({ entryId }) => entryId),
      now: scope.now,
      by: getActorName(scope),
    });
    await settle(tx, scope, { customerId, before: locked.get(customerId) ?? [] });
  }
  return true;
}

const getOwed = ({ status, leftTenThousandths }: PayableRow): number =>
  status === 'Pending' ? Math.max(leftTenThousandths, 0) : 0;

/** Undoes the payments that entries brought; their invoices are open again as far as nothing else pays them. */
export async function undoPayments(tx: SystemTransaction, scope: Scope, entryIds: readonly string[]): Promise<void> {
  const payments = await listPaymentsOfEntries(tx, { ids: entryIds });
  const by = getActorName(scope);
  for (const [customerId, paid] of groupByCustomer(payments, (payment) => payment.customerId)) {
    const ids = [...new Set(paid.map(({ invoiceId }) => invoiceId))];
    const before = await lockPayable(tx, { customerId, ids });
    await undoPaymentsOfEntries(tx, { customerId, entries: entryIds, now: scope.now, by });
    await settle(tx, scope, { customerId, before });
  }
}

/** Counts the payments of locked invoices of a customer, with an audit entry for each in its log. */
export async function settle(
  tx: SystemTransaction,
  { context, now }: Scope,
  { customerId, before }: { readonly customerId: string; readonly before: readonly PayableRow[] },
): Promise<void> {
  const settled = await settleInvoices(tx, { customerId, ids: before.map(({ id }) => id), now });
  const after = new Map(settled.map((row) => [row.id, row]));
  const stamp = toAuditStamp(context, now);
  // The entry is in the log of another company than the actor's.
  const actor = { ...stamp.actor, company: context.actor.actsFrom ?? context.actor.companyName };
  for (const row of before) {
    await recordAudit(tx, {
      ...stamp,
      actor,
      companyId: customerId,
      entity: 'invoice',
      entityId: row.id,
      entityLabel: row.number,
      action: 'invoices.update',
      before: toAudited(row),
      after: toAudited(after.get(row.id) ?? row),
    });
  }
}

const toAudited = ({ status, paidOn, paidTenThousandths: paid }: PayableRow) => ({
  status,
  paidOn,
  paid: paid === 0 ? null : toEuros(paid),
});

/** Writes entries as they are now decided. */
export async function recordEntries(
  tx: SystemTransaction,
  { provider }: Scope,
  entries: readonly StoredEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await updateEntries(tx, {
    provider,
    ids: entries.map(({ id }) => id),
    states: entries.map(({ state }) => state),
    reasons: entries.map(({ reason }) => reason),
    assigned: entries.map(({ assignedTenThousandths }) => assignedTenThousandths),
    taken: entries.map(({ returnedTenThousandths }) => returnedTenThousandths),
    customers: entries.map(({ customerId }) => customerId),
    returns: entries.map(({ returnsId }) => returnsId),
    decidedBy: entries.map(({ decidedBy }) => decidedBy),
    manual: entries.map(({ isManual }) => isManual),
  });
}

/** An entry about which nothing is decided. */
export const toOpen = (entry: StoredEntry, change: Partial<StoredEntry> = {}): StoredEntry => ({
  ...entry,
  state: 'open',
  assignedTenThousandths: 0,
  returnedTenThousandths: 0,
  customerId: null,
  returnsId: null,
  decidedBy: null,
  ...change,
});
