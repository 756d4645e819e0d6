import { formatEuros, formatTotal, fromEuros, shareCents, toEuros } from '#contract/billing/money.ts';
import type { TenThousandths } from '#contract/billing/money.ts';

/** An amount of the wire as the exact number it stands for. */
const read = (euros: number): TenThousandths => fromEuros(euros) ?? Math.round(euros * 10_000);

/** `€1,234.50` of an amount of the wire. */
export const showEuros = (euros: number): string => formatEuros(read(euros));

/** `€1,234.50` of a total of the wire, which may have parts of a cent. */
export const showTotal = (euros: number): string => formatTotal(read(euros));

/** Totals of rows by their ids as they are shown, so that they add up to the shown total of all. */
export function shareTotals(rows: readonly { _id: string; total: number }[]): ReadonlyMap<string, number> {
  const shown = shareCents(rows.map(({ total }) => read(total)));
  return new Map(rows.map(({ _id }, index) => [_id, toEuros(shown[index] ?? 0)]));
}

/** Euros again, added up without rounding. */
export const addEuros = (amounts: readonly number[]): number =>
  toEuros(amounts.reduce((sum, euros) => sum + read(euros), 0));

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** `€1.2K`, on an axis. */
export const showShortEuros = (euros: number): string => `€${compact.format(euros)}`;
