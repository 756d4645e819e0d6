import type { TenThousandths } from '#features/money/contract/money.ts';
import type { Party } from '#server/lib/pdf/parts.ts';
import type { EInvoice } from '../e-invoice/e-invoice.ts';
import type { QrCells } from '../qr-cells.ts';
import type { Vat } from '../vat.ts';

export interface DocumentLine {
  readonly description: string;
  readonly requests: number | null;
  readonly price: TenThousandths | null;
  readonly total: TenThousandths;
}

/** The invoice that a credit note corrects, and the reason. */
export interface Correction {
  /** Number and day of the corrected invoice. */
  readonly number: string;
  readonly issueDate: string;
  readonly reason: string;
}

/** Content of an issued paper, as it is stored beside its PDF. */
export type Paper = Omit<InvoiceDocument, 'logo' | 'madeAt' | 'payment'> & {
  readonly payment: Omit<InvoiceDocument['payment'], 'qrCode'>;
};

/** The content of the PDF. Dates are calendar days. */
export interface InvoiceDocument {
  readonly product: string;
  readonly number: string;
  readonly issueDate: string;
  readonly dueDate: string;
  /** First day of the billed month; null on an invoice entered by hand. */
  readonly period: string | null;
  /** Text that the customer wants on its invoices, such as a PO number; null for none. */
  readonly customerReference: string | null;
  readonly seller: Party;
  readonly customer: Party;
  /** A PNG or JPEG picture of the customer; null without one. */
  readonly logo: Uint8Array | null;
  readonly lines: readonly DocumentLine[];
  /** To be paid; credited by a credit note. */
  readonly total: TenThousandths;
  readonly vat: Vat;
  readonly payment: {
    readonly name: string;
    readonly iban: string;
    readonly bic: string | null;
    readonly reference: string;
    readonly qrCode: QrCells | null;
  };
  readonly contact: string;
  /** Missing for an invoice. The amounts of a credit note are positive. */
  readonly correction?: Correction;
  /** The same for programs; missing where it cannot be said by EN 16931. */
  readonly eInvoice?: EInvoice;
  /** The creation date of the file. */
  readonly madeAt: Date;
}
