import type { DatedVatRate } from '#features/billing/contract/vat-rates.ts';

/** The issuer of the invoices, from the settings. */
export interface Provider {
  readonly product: string;
  readonly name: string;
  readonly addressLines: readonly string[];
  /** Its address at Peppol; null where it has none. */
  readonly peppolId: string | null;
  /** In the commercial register; null where it is not set. */
  readonly registrationNumber: string | null;
  readonly vatNumber: string;
  /** VAT rates of its country by days. */
  readonly vatRates: readonly DatedVatRate[];
  /** In which invoices get their days and years. */
  readonly timeZone: string;
  /** Days after the end of a month before the portal closes it by itself, so that what assistants report late is billed with it. */
  readonly graceDays: number;
  /** The letters before the numbers of the one series of the issuer; null where each customer has a series of its own. */
  readonly invoicePrefix: string | null;
  readonly iban: string;
  readonly bic: string | null;
  readonly email: string;
  readonly phone: string;
  /** Whether an installation in production still has the issuer of the example, for which none is issued. */
  readonly isExample?: boolean;
}
