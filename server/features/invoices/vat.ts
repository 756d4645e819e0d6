import { roundToCents } from '#contract/billing/money.ts';
import type { TenThousandths } from '#contract/billing/money.ts';

/** How VAT stands on an invoice: in its total, or owed by the customer. */
export type Vat =
  | {
      readonly kind: 'included';
      readonly percent: number;
      readonly amount: TenThousandths;
      readonly net: TenThousandths;
    }
  | { readonly kind: 'reverse-charge'; readonly customerVatNumber: string };

/** What VAT numbers of the Union begin with; Greece has EL, Northern Ireland XI. */
const unionPrefixes = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

interface Parties {
  readonly total: TenThousandths;
  readonly provider: { readonly vatNumber: string; readonly vatPercent: number };
  readonly customerVatNumber: string | null;
}

/**
 * A customer with a VAT number of another country of the Union owes the VAT there (Directive 2006/112/EC, article 196).
 * For everybody else the total holds the provider's VAT: what is paid is what the ledger says, to the cent.
 */
export function getVat({ total, provider, customerVatNumber }: Parties): Vat {
  const number = (customerVatNumber ?? '').replaceAll(/[\s.-]/g, '').toUpperCase();
  const prefix = number.slice(0, 2);
  const isUnionNumber = unionPrefixes.has(prefix) && /^[A-Z0-9+*]{4,14}$/.test(number) && /\d/.test(number);
  if (isUnionNumber && prefix !== provider.vatNumber.slice(0, 2)) {
    return { kind: 'reverse-charge', customerVatNumber: number };
  }
  const { vatPercent: percent } = provider;
  const amount = divideToCents(total * percent, 100 + percent);
  return { kind: 'included', percent, amount, net: total - amount };
}

/** Whole numbers all the way; a sum of money times a percentage stays far below what a number holds exactly. */
function divideToCents(dividend: number, divisor: number): TenThousandths {
  const [wide, by] = [BigInt(dividend), BigInt(divisor)];
  return roundToCents(Number((wide + by / 2n) / by));
}
