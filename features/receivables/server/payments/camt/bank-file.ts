import type { TenThousandths } from '#features/money/contract/money.ts';

/** Money that came in, or that the bank took back: one detail of a booked entry. */
export interface BankDetail {
  /** The same for the same money in every file of the bank. */
  readonly bankKey: string;
  /** `return`: the bank or the payer took a payment of before back. */
  readonly kind: 'credit' | 'return';
  readonly amount: TenThousandths;
  /** The day on which the bank booked it. */
  readonly day: string;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  /** Structured references, without spaces, in capitals. */
  readonly references: readonly string[];
  /** Words of the payer, for a person. */
  readonly text: string;
  /** Further texts in which an invoice number may stand. */
  readonly searched: string;
  /** Identifications by which a return names the payment that it takes back. */
  readonly identifications: readonly string[];
  /** Whether it stands for several payments that the file does not tell apart. */
  readonly isBatch: boolean;
}

export interface BankStatement {
  /** Without spaces; null where the account has none. */
  readonly iban: string | null;
  readonly currency: string | null;
  /** That of the bank. */
  readonly statementId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly details: readonly BankDetail[];
  /** Single payments to other accounts; one to an account that has paid may give a payment back. They count as outgoing. */
  readonly paidOut: readonly BankDetail[];
  /** Entries that are left out: money that went out, those that are not booked yet, and those in other currencies. */
  readonly leftOut: { readonly outgoing: number; readonly pending: number; readonly foreign: number };
}

export interface BankFile {
  /** `08` of camt.053.001.08. */
  readonly version: string;
  readonly statements: readonly BankStatement[];
}
