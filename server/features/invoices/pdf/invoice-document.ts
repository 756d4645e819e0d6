import type { TenThousandths } from '#contract/billing/money.ts';
import type { QrCells } from '../qr-cells.ts';
import type { Vat } from '../vat.ts';

/** A name and the lines below it, as on an envelope. */
export interface Party {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface DocumentLine {
  readonly description: string;
  readonly requests: number | null;
  readonly price: TenThousandths | null;
  readonly total: TenThousandths;
}

/** All that stands on the paper. Dates are calendar days. */
export interface InvoiceDocument {
  readonly product: string;
  readonly number: string;
  readonly issueDate: string;
  readonly dueDate: string;
  /** First day of the month it closes, if it closes one. */
  readonly period: string | null;
  readonly seller: Party;
  readonly customer: Party;
  readonly lines: readonly DocumentLine[];
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
  /** When it is made; becomes the file's own date. */
  readonly madeAt: Date;
}
