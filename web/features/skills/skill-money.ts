import { formatEuros, formatTotal, fromEuros, toEuros } from '#contract/billing/money.ts';
import type { TenThousandths } from '#contract/billing/money.ts';

/** An amount of the wire as the exact number it stands for. */
const read = (euros: number): TenThousandths => fromEuros(euros) ?? Math.round(euros * 10_000);

/** `€1,234.50` of an amount of the wire. */
export const showEuros = (euros: number): string => formatEuros(read(euros));

/** `€1,234.50` of a total of the wire, which may have parts of a cent. */
export const showTotal = (euros: number): string => formatTotal(read(euros));

/** Euros again, added up without rounding. */
export const addEuros = (one: number, other: number): number => toEuros(read(one) + read(other));
