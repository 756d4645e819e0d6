import type { VatTreatment } from '#features/billing/contract/vat.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { LedgerAccount } from '#features/receivables/contract/journal/ledger-accounts.ts';

/** An issued paper as the journal needs it. Amounts are positive, those of a credit note too. */
export interface PostedPaper {
  readonly kind: 'invoice' | 'creditNote';
  readonly totalTenThousandths: TenThousandths;
  /** Null for a paper of before whose VAT is not stored yet. */
  readonly vat: {
    readonly rounding: TenThousandths;
    readonly parts: ReadonlyArray<{
      readonly treatment: VatTreatment;
      /** In thousandths of a percent. */
      readonly rate: number;
      readonly net: TenThousandths;
      readonly amount: TenThousandths;
    }>;
  } | null;
}

/** One line of the journal: an amount in debit or credit of an account. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly debit: TenThousandths;
  readonly credit: TenThousandths;
  readonly treatment: VatTreatment | null;
  readonly rate: number | null;
}

/** A posting with its paper, and its account in the provider's ledger. */
export interface JournalLine extends Posting, Pick<PostedPaper, 'kind'> {
  readonly number: string;
  readonly issueDate: string;
  /** Number of the invoice that a credit note corrects; null for an invoice. */
  readonly corrects: string | null;
  readonly company: string;
  readonly accountNumber: string;
  readonly costCentre: string;
}

/**
 * The postings of a paper: what the customer owes against revenue by treatment and rate, VAT by rate, and the cent of rounding. Debits
 * equal credits. A credit note posts to the other sides; what is below 0 too, so that no amount is.
 */
export function planPostings({ kind, totalTenThousandths: total, vat }: PostedPaper): Posting[] {
  const isCreditNote = kind === 'creditNote';
  const none = { treatment: null, rate: null };
  const credits = [
    ...(vat?.parts ?? [{ treatment: 'domestic' as const, rate: 0, net: total, amount: 0 }]).flatMap(
      ({ treatment, rate, net, amount }) => [
        { account: treatment, amount: net, treatment, rate },
        { account: 'vat' as const, amount, treatment, rate },
      ],
    ),
    { account: 'rounding' as const, amount: vat?.rounding ?? 0, ...none },
  ].filter(({ amount }) => amount !== 0);
  return [{ account: 'receivable' as const, amount: -total, ...none }, ...credits].map(({ amount, ...posting }) => {
    const inCredit = isCreditNote ? -amount : amount;
    return { ...posting, debit: Math.max(-inCredit, 0), credit: Math.max(inCredit, 0) };
  });
}
