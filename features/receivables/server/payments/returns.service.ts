import { createPayments, lockPayable, undoPaymentsOf } from '#domain/ledger/payments.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import {
  getActorName,
  groupByCustomer,
  recordEntries,
  settle,
  undoPayments,
  type Scope,
} from './apply-payments.service.ts';
import type { StoredEntry } from './entries.repository.ts';
import { choosePayments } from './matching/pair-returns.ts';
import { listPaymentsOfEntries, type EntryPayment } from './statements.repository.ts';

/** A credit and the return that takes it back, wholly or in part. */
export interface TakenBack {
  readonly credit: StoredEntry;
  readonly taken: StoredEntry;
  /** The payment that a person has named, where the credit has paid several invoices. */
  readonly paymentId?: string | undefined;
}

/** The part of a credit that returns have left. */
export const getLeft = ({ state, amountTenThousandths, returnedTenThousandths }: StoredEntry): TenThousandths =>
  state === 'returned' ? 0 : amountTenThousandths - returnedTenThousandths;

/** Undoes the payments of credits that returns take back wholly, and answers the entries as they are then. */
export async function applyWholeReturns(
  tx: SystemTransaction,
  scope: Scope,
  pairs: readonly TakenBack[],
): Promise<StoredEntry[]> {
  const paid = pairs.map(({ credit }) => credit).filter(({ assignedTenThousandths }) => assignedTenThousandths > 0);
  if (paid.length > 0) {
    const ids = paid.map(({ id }) => id);
    await undoPayments(tx, scope, ids);
  }
  const decided = pairs.flatMap((pair) => toTaken(pair, pair.credit.assignedTenThousandths, null));
  await recordEntries(tx, scope, decided);
  return decided;
}

/**
 * Takes back what a return says of a credit: first what it paid for no invoice, then its payments. Answers undefined, and has written
 * nothing, where the credit has less, or has paid several invoices and it is not certain which.
 * @param decidedBy the person who paired them; null for a rule
 */
export async function applyReturn(
  tx: SystemTransaction,
  scope: Scope,
  pair: TakenBack,
  decidedBy: string | null,
): Promise<StoredEntry[] | undefined> {
  const { credit, taken, paymentId } = pair;
  const left = getLeft(credit);
  const fromPayments = Math.max(0, taken.amountTenThousandths - (left - credit.assignedTenThousandths));
  if (taken.amountTenThousandths > left) return undefined;
  if (fromPayments > 0) {
    const payments = await listPaymentsOfEntries(tx, { ids: [credit.id] });
    const chosen = choosePayments({ payments, amount: fromPayments, taken, paymentId });
    if (!chosen) return undefined;
    await reducePayments(tx, scope, chosen, fromPayments);
  }
  const decided = toTaken(pair, fromPayments, decidedBy);
  await recordEntries(tx, scope, decided);
  return decided;
}

/** Undoes payments, and notes what is left of the last one anew. */
async function reducePayments(
  tx: SystemTransaction,
  scope: Scope,
  payments: readonly EntryPayment[],
  amount: TenThousandths,
): Promise<void> {
  const { now } = scope;
  const by = getActorName(scope);
  let rest = payments.reduce((sum, payment) => sum + payment.amountTenThousandths, 0) - amount;
  for (const [customerId, ofCustomer] of groupByCustomer(payments, (payment) => payment.customerId)) {
    const before = await lockPayable(tx, {
      customerId,
      ids: [...new Set(ofCustomer.map(({ invoiceId }) => invoiceId))],
    });
    await undoPaymentsOf(tx, { customerId, ids: ofCustomer.map(({ id }) => id), now, by });
    const [first] = ofCustomer;
    if (first && rest > 0) {
      await createPayments(tx, {
        customerId,
        invoices: [first.invoiceId],
        amounts: [rest],
        days: [first.paidOn],
        entries: [first.entryId],
        now,
        by,
      });
      rest = 0;
    }
    await settle(tx, scope, { customerId, before });
  }
}

/** Both entries as they are then. The return keeps its reason, which says whether it is a refund when it is undone. */
function toTaken({ credit, taken }: TakenBack, fromPayments: TenThousandths, decidedBy: string | null): StoredEntry[] {
  const assignedTenThousandths = credit.assignedTenThousandths - fromPayments;
  const returnedTenThousandths = credit.returnedTenThousandths + taken.amountTenThousandths;
  const rest = credit.amountTenThousandths - returnedTenThousandths - assignedTenThousandths;
  const isWhole = returnedTenThousandths === credit.amountTenThousandths;
  const state = isWhole ? 'returned' : rest === 0 ? 'matched' : credit.state;
  const reason = rest === 0 ? null : credit.reason;
  return [
    { ...credit, state, reason, assignedTenThousandths, returnedTenThousandths },
    { ...taken, state: 'matched', returnsId: credit.id, decidedBy, isManual: decidedBy !== null },
  ];
}

/** A credit without a return that took it back; its payments stay. */
export const withoutReturn = (credit: StoredEntry, taken: StoredEntry): StoredEntry => ({
  ...credit,
  state: 'open',
  returnedTenThousandths: Math.max(0, credit.returnedTenThousandths - taken.amountTenThousandths),
});
