import { createPayments, listPayments, undoMarkedPayments } from '#domain/ledger/payments.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { getLeft } from './invoice-status.ts';
import { isCreditable } from './invoices.policy.ts';
import type { StoredInvoice } from './invoices.repository.ts';

interface Marked {
  /** Locked by this transaction. */
  readonly stored: StoredInvoice;
  readonly status: 'Pending' | 'Paid';
  /** Null where it is pending. */
  readonly paidOn: string | null;
  readonly actor: Pick<Actor, 'firstName' | 'lastName'>;
  readonly now: Date;
}

/**
 * Notes as a payment of the rest that a person marks an invoice as paid, and undoes it where it is pending again. Answers what is
 * paid then, and the day. Records of the company have no payments.
 * @throws Problem `invoices.paid-by-bank` where payments of a bank statement cover it
 */
export async function markPayments(tx: CompanyTransaction, marked: Marked) {
  const { stored, status, paidOn, actor, now } = marked;
  const { id, paidTenThousandths } = stored;
  const isSame = status === stored.status && paidOn === stored.paidOn;
  if (isSame || !isCreditable(stored)) return { paidTenThousandths, paidOn };
  const invoice = { customerId: tx.companyId, invoiceId: id };
  const payments = await listPayments(tx, invoice);
  const sumPayments = (isMarked: boolean) =>
    payments
      .filter((payment) => payment.isMarked === isMarked)
      .reduce((sum, { amountTenThousandths }) => sum + amountTenThousandths, 0);
  const ofBank = sumPayments(false);
  // Another day changes no amount, also where a credit note came after the payment.
  const rest =
    stored.status === 'Paid' ? Math.max(getLeft(stored) - ofBank, sumPayments(true)) : getLeft(stored) - ofBank;
  if (ofBank > 0 && rest <= 0) throw new Problem('invoices.paid-by-bank');
  const by = `${actor.firstName} ${actor.lastName}`.trim();
  await undoMarkedPayments(tx, { ...invoice, now, by });
  if (paidOn === null || rest <= 0) return { paidTenThousandths: ofBank, paidOn };
  const { customerId } = invoice;
  await createPayments(tx, { customerId, invoices: [id], amounts: [rest], days: [paidOn], entries: [null], now, by });
  return { paidTenThousandths: ofBank + rest, paidOn };
}
