import { formatEuros, formatTotal, toEuros, type TenThousandths } from './money.ts';

/** Amounts as JSON carries them: numbers of euros. The nearest ten-thousandth is the exact amount, below 0 too. */
const toAmount = (euros: number): TenThousandths => Math.round(euros * 10_000);

/** `€1,234.50`, with four decimals where there are parts of a cent. */
export const formatEuroAmount = (euros: number): string => formatEuros(toAmount(euros));

/** `€1,234.50` of a total, which is rounded to cents. */
export const formatEuroTotal = (euros: number): string => formatTotal(toAmount(euros));

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** `€1.2K`, on an axis. */
export const formatShortEuros = (euros: number): string => `€${compact.format(euros)}`;

/** Exact sum. */
export const addEuros = (amounts: readonly number[]): number =>
  toEuros(amounts.reduce((sum, euros) => sum + toAmount(euros), 0));
