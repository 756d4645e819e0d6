import type { UndecidedReason } from '#features/receivables/contract/payments/entry-words.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import { findMentioned, toKnown, type Known } from './find-references.ts';

export interface PayableInvoice {
  readonly customerId: string;
  readonly id: string;
  readonly number: string;
  readonly reference: string | null;
  readonly issueDay: string;
  /** The sum that is still owed for it; 0 for a paid or credited one. */
  readonly owed: TenThousandths;
}

/** Money that came in and that no person has decided about. */
export interface OpenCredit {
  readonly id: string;
  /** The part of it that is not assigned yet. */
  readonly rest: TenThousandths;
  /** The day on which the bank booked it. */
  readonly day: string;
  readonly payerIban: string | null;
  readonly references: readonly string[];
  readonly text: string;
  readonly searched: string;
  readonly isBatch: boolean;
}

export interface PlannedPayment {
  readonly entryId: string;
  readonly invoice: PayableInvoice;
  readonly amount: TenThousandths;
}

export interface PaymentPlan {
  readonly payments: readonly PlannedPayment[];
  /** Why a person has to decide about an entry, or about its rest. */
  readonly undecided: ReadonlyMap<string, UndecidedReason>;
}

/** The customers that have paid from an account before, by its IBAN. */
export type KnownPayers = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Plans which invoices the credits pay, and nothing that is not certain: a named invoice, or the only one of a known payer with exactly
 * this amount, never one that is issued later. A payment that names a wrong, a paid or more than one invoice waits for a person. Credits are taken in their order, those
 * that name an invoice first.
 */
export function planPayments(
  credits: readonly OpenCredit[],
  invoices: readonly PayableInvoice[],
  knownPayers: KnownPayers,
): PaymentPlan {
  const plan = new Planning(invoices, knownPayers);
  const unnamed = credits.filter((credit) => !plan.payNamed(credit));
  for (const credit of unnamed) plan.payByAmount(credit);
  return plan;
}

class Planning implements PaymentPlan {
  readonly payments: PlannedPayment[] = [];
  readonly undecided = new Map<string, UndecidedReason>();
  readonly #known: Known<PayableInvoice>;
  readonly #ofCustomer: ReadonlyMap<string, readonly PayableInvoice[]>;
  readonly #owed: Map<PayableInvoice, TenThousandths>;
  readonly #payers: Map<string, Set<string>>;

  constructor(invoices: readonly PayableInvoice[], knownPayers: KnownPayers) {
    this.#known = toKnown(invoices);
    this.#ofCustomer = Map.groupBy(invoices, ({ customerId }) => customerId);
    this.#owed = new Map(invoices.map((invoice) => [invoice, invoice.owed]));
    this.#payers = new Map([...knownPayers].map(([iban, customers]) => [iban, new Set(customers)]));
  }

  /** Answers whether the credit is decided: paid, or left to a person. */
  payNamed(credit: OpenCredit): boolean {
    if (credit.isBatch) return this.#leave(credit, 'batch');
    const { byReference, byNumber, ...unknown } = findMentioned(credit, this.#known);
    const all = [...new Set([...byReference, ...byNumber])];
    // No payer names an invoice before it is there: a number that was wrong stays wrong.
    const named = all.filter(({ issueDay }) => issueDay <= credit.day);
    if (named.length < all.length) return this.#leave(credit, 'later');
    const { hasUnknownReference, hasUnknownNumber } = unknown;
    if (named.length === 0) return (hasUnknownReference || hasUnknownNumber) && this.#leave(credit, 'unknown');
    const reason = this.#judge(credit, named, hasUnknownReference && byReference.length === 0);
    if (reason) return this.#leave(credit, reason);
    let rest = credit.rest;
    for (const invoice of named) {
      const amount = Math.min(rest, this.#getOwed(invoice));
      this.#pay(credit, invoice, amount);
      rest -= amount;
    }
    if (rest > 0) this.#leave(credit, 'over');
    return true;
  }

  /** Pays the only invoice of exactly this amount that a payer of before owes. */
  payByAmount(credit: OpenCredit): void {
    const customers = [...(this.#payers.get(credit.payerIban ?? '') ?? [])];
    const owed = customers
      .flatMap((customer) => this.#listOwed(customer))
      .filter((each) => this.#owes(each, credit) && each.issueDay <= credit.day);
    const [invoice, ...others] = owed;
    if (!invoice) this.#leave(credit, 'unknown');
    else if (others.length > 0) this.#leave(credit, 'ambiguous');
    else this.#pay(credit, invoice, credit.rest);
  }

  /** Why the named invoices are not paid by rule. */
  #judge(credit: OpenCredit, named: readonly PayableInvoice[], hasUnknown: boolean): UndecidedReason | undefined {
    const [first] = named;
    if (!first || hasUnknown) return 'ambiguous';
    const customers = new Set(named.map(({ customerId }) => customerId));
    const owed = named.reduce((sum, invoice) => sum + this.#getOwed(invoice), 0);
    if (customers.size > 1) return 'ambiguous';
    if (named.some((invoice) => this.#getOwed(invoice) === 0)) return 'paid';
    if (named.length > 1 && owed !== credit.rest) return 'ambiguous';
    const payer = this.#payers.get(credit.payerIban ?? '');
    if (payer && !payer.has(first.customerId)) return 'other-payer';
    // The amount says another invoice than the reference, e.g. that of the month before.
    const isOfOther = owed !== credit.rest && this.#listOwed(first.customerId).some((each) => this.#owes(each, credit));
    return isOfOther ? 'other-amount' : undefined;
  }

  #pay({ id, payerIban }: OpenCredit, invoice: PayableInvoice, amount: TenThousandths): void {
    this.payments.push({ entryId: id, invoice, amount });
    this.#owed.set(invoice, this.#getOwed(invoice) - amount);
    if (payerIban === null) return;
    const customers = this.#payers.get(payerIban) ?? new Set();
    this.#payers.set(payerIban, customers.add(invoice.customerId));
  }

  #leave({ id }: OpenCredit, reason: UndecidedReason): true {
    this.undecided.set(id, reason);
    return true;
  }

  #getOwed = (invoice: PayableInvoice): TenThousandths => this.#owed.get(invoice) ?? 0;
  #owes = (invoice: PayableInvoice, { rest }: OpenCredit): boolean => this.#getOwed(invoice) === rest;
  #listOwed = (customerId: string): readonly PayableInvoice[] =>
    (this.#ofCustomer.get(customerId) ?? []).filter((invoice) => this.#getOwed(invoice) > 0);
}
