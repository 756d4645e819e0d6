import { roundToCents, type TenThousandths } from '#features/money/contract/money.ts';

/** VAT of an invoice: included in the total, or owed by the customer. */
export type Vat =
  | {
      readonly kind: 'included';
      readonly percent: number;
      readonly amount: TenThousandths;
      readonly net: TenThousandths;
    }
  | { readonly kind: 'reverse-charge'; readonly customerVatNumber: string };

/** Prefixes of VAT numbers of the European Union; Greece has EL, Northern Ireland XI. */
const unionPrefixes = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

interface VatInput {
  readonly total: TenThousandths;
  readonly provider: { readonly vatNumber: string; readonly vatPercent: number };
  readonly customerVatNumber: string | null;
}

/**
 * Reverse charge for a customer with a VAT number of another country of the Union (Directive 2006/112/EC, article 196).
 * For all others the total includes the provider's VAT, so that the total is that of the ledger.
 */
export function getVat({ total, provider, customerVatNumber }: VatInput): Vat {
  const number = (customerVatNumber ?? '').replaceAll(/[\s.-]/g, '').toUpperCase();
  const prefix = number.slice(0, 2);
  const isUnionNumber = unionPrefixes.has(prefix) && /^[A-Z0-9+*]{4,14}$/.test(number) && /\d/.test(number);
  if (isUnionNumber && prefix !== provider.vatNumber.slice(0, 2)) {
    return { kind: 'reverse-charge', customerVatNumber: number };
  }
  const { vatPercent: percent } = provider;
  return { kind: 'included', percent, ...splitVat(total, percent) };
}

/** Net and VAT of a total that includes this percentage. */
export function splitVat(total: TenThousandths, percent: number): { amount: TenThousandths; net: TenThousandths } {
  const amount = divideToCents(total * percent, 100 + percent);
  return { amount, net: total - amount };
}

/** Rounds half up in integers, because a float may fall below the half. */
function divideToCents(dividend: number, divisor: number): TenThousandths {
  const [wide, by] = [BigInt(dividend), BigInt(divisor)];
  return roundToCents(Number((wide + by / 2n) / by));
}
