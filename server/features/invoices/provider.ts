/** Who issues the invoices and where they are paid; from the settings. */
export interface Provider {
  readonly product: string;
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly vatNumber: string;
  /** Percent of VAT in its country. */
  readonly vatPercent: number;
  readonly iban: string;
  readonly bic: string | null;
  readonly email: string;
  readonly phone: string;
}
