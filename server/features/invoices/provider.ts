/** The issuer of the invoices, from the settings. */
export interface Provider {
  readonly product: string;
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly vatNumber: string;
  /** VAT rate of its country in percent. */
  readonly vatPercent: number;
  readonly iban: string;
  readonly bic: string | null;
  readonly email: string;
  readonly phone: string;
}
