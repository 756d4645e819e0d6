import { roundToCents, type TenThousandths } from '#features/money/contract/money.ts';
import type { VatRate } from '#features/billing/contract/vat-rates.ts';
import { getVatAmount } from '../vat.ts';
import type { EInvoice, LineVat } from './e-invoice.ts';

/** BG-23: the VAT of one category and rate. Amounts are whole cents. */
export interface VatBreakdown extends LineVat {
  /** BT-116. */
  readonly taxable: TenThousandths;
  /** BT-117. */
  readonly tax: TenThousandths;
}

/** BG-22, and its VAT by category and rate. */
export interface Totals {
  /** BT-106 and BT-109, which are the same without allowances and charges. */
  readonly net: TenThousandths;
  /** BT-110. */
  readonly tax: TenThousandths;
  /** BT-112. */
  readonly gross: TenThousandths;
  /** BT-115: with the rounding. */
  readonly payable: TenThousandths;
  readonly vat: readonly VatBreakdown[];
}

/** The sums of an invoice: VAT once for each category and rate, on the sum of its lines, rounded once (BR-CO-17). */
export function getTotals({ lines, rounding }: Pick<EInvoice, 'lines' | 'rounding'>): Totals {
  const groups = new Map<string, LineVat & { readonly taxable: TenThousandths }>();
  for (const { vat, net } of lines) {
    const key = `${vat.category} ${vat.rate}`;
    groups.set(key, { ...vat, taxable: (groups.get(key)?.taxable ?? 0) + net });
  }
  const breakdown = [...groups.values()].map((group) => ({ ...group, tax: getVatAmount(group.taxable, group.rate) }));
  const net = sum(breakdown.map(({ taxable }) => taxable));
  const tax = sum(breakdown.map((group) => group.tax));
  return { net, tax, gross: net + tax, payable: net + tax + rounding, vat: breakdown };
}

const sum = (amounts: readonly TenThousandths[]) => amounts.reduce((total, amount) => total + amount, 0);

/** `-1234.50`: an amount of a document, in whole cents. */
export const formatAmount = (amount: TenThousandths): string => formatScaled(roundToCents(amount), 4, 2);

/** `0.005`, `12.00`: with at least two and at most four decimals. */
export const formatPrice = (price: TenThousandths): string => formatScaled(price, 4, 2);

/** `25.5`, `24`: percent. */
export const formatRate = (rate: VatRate): string => formatScaled(rate, 3, 0);

/** A whole number of parts as a decimal with at least `least` decimals, without float arithmetic. */
function formatScaled(parts: number, decimals: number, least: number): string {
  const digits = String(Math.abs(parts)).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(least, '0');
  return `${parts < 0 ? '-' : ''}${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}
