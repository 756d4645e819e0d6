import type { TenThousandths } from '#features/money/contract/money.ts';
import type { VatRate } from '#features/billing/contract/vat-rates.ts';

/**
 * An invoice or credit note by EN 16931: its business terms (BT) and groups (BG), of which the two syntaxes are written.
 * Days are `2026-11-27`; amounts are ten-thousandths of a euro and those of documents whole cents. The amounts of a credit note are
 * positive, because its type says that they are given back. Sums and the VAT breakdown follow from the lines (`getTotals`).
 */
export interface EInvoice {
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issueDate: string;
  /** BT-3: 380 is an invoice, 381 a credit note. */
  readonly type: '380' | '381';
  /** BT-9; null where nothing is to be paid. */
  readonly dueDate: string | null;
  /** BT-10: how the buyer routes it, e.g. a Leitweg-ID. */
  readonly buyerReference: string | null;
  /** BT-13: the buyer's order. */
  readonly orderReference: string | null;
  /** BT-20; needed where there is no due day. */
  readonly paymentTerms: string | null;
  /** BT-22. */
  readonly note: string | null;
  /** BG-3: the invoice that a credit note corrects, by BT-25 and BT-26. */
  readonly corrected: { readonly number: string; readonly issueDate: string | null } | null;
  /** BG-4. */
  readonly seller: EInvoiceParty & {
    /** BG-6; its parts are BT-41, BT-42 and BT-43. */
    readonly contact: { readonly name: string; readonly phone: string; readonly email: string } | null;
  };
  /** BG-7. */
  readonly buyer: EInvoiceParty;
  /** BG-14: the first and the last day, BT-73 and BT-74. */
  readonly period: Period | null;
  /** BG-16; null where nothing is to be transferred, e.g. for a credit note. */
  readonly payment: EInvoicePayment | null;
  /** BG-25. */
  readonly lines: readonly EInvoiceLine[];
  /** BT-114: what is paid beside the sum, in whole cents. */
  readonly rounding: TenThousandths;
  /** BT-120 of the category E: why no VAT is due. */
  readonly exemptionReason: string | null;
}

/** The first and the last day. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A seller (BG-4) or buyer (BG-7). */
export interface EInvoiceParty {
  /** BT-27, BT-44. */
  readonly name: string;
  /** BT-30, BT-47. */
  readonly registrationNumber: string | null;
  /** BT-31, BT-48: with the prefix of the country. */
  readonly vatNumber: string | null;
  /** BT-34, BT-49: an address at Peppol, by a scheme of the list EAS such as `0191`. */
  readonly electronicAddress: { readonly scheme: string; readonly id: string } | null;
  /** BG-5, BG-8. Lines are BT-35, BT-36 and BT-162, or BT-50, BT-51 and BT-163; more join the last. */
  readonly address: {
    readonly lines: readonly string[];
    /** BT-37, BT-52. */
    readonly city: string | null;
    /** BT-38, BT-53. */
    readonly postCode: string | null;
    /** BT-39, BT-54. */
    readonly region: string | null;
    /** BT-40, BT-55: ISO 3166-1 alpha-2, `1A` for Kosovo. */
    readonly country: string;
  };
}

/** A credit transfer (BG-17). */
export interface EInvoicePayment {
  /** BT-85. */
  readonly name: string;
  /** BT-84. */
  readonly iban: string;
  /** BT-86. */
  readonly bic: string | null;
  /** BT-83: an ISO 11649 reference. */
  readonly reference: string;
}

/** S standard and reduced rates, Z zero rate, E exempt, AE reverse charge, O outside the scope of VAT. */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'O'] as const;
export type VatCategory = (typeof vatCategories)[number];

/** BT-151 and BT-152. */
export interface LineVat {
  readonly category: VatCategory;
  /** 0 for every category but S. */
  readonly rate: VatRate;
}

export interface EInvoiceLine {
  /** BT-153. */
  readonly name: string;
  /** BT-129: a whole number of units (C62), below 0 for what is taken back. */
  readonly quantity: number;
  /** BT-146: net, never below 0. */
  readonly price: TenThousandths;
  /** BT-131: net, whole cents. */
  readonly net: TenThousandths;
  readonly vat: LineVat;
  /** BG-26: BT-134 and BT-135. */
  readonly period: Period | null;
}
