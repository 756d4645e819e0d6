/**
 * Money is a whole number of ten-thousandths of a euro, in code and in the database: sums of it are exact up to nine
 * hundred billion euros. Only this file converts it to a number of euros for JSON, and to text.
 */
export type TenThousandths = number;

const perEuro = 10_000;
const perCent = 100;

/** The number of euros in JSON. It is the nearest one to the decimal fraction, so JSON prints the same fraction. */
export const toEuros = (amount: TenThousandths): number => amount / perEuro;

/** Undefined for a number that is negative, not finite or finer than a ten-thousandth. */
export function fromEuros(euros: number): TenThousandths | undefined {
  const match = /^(\d{1,11})(?:\.(\d{1,4}))?$/.exec(String(euros));
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * perEuro + Number(fraction.padEnd(4, '0'));
}

/** To whole cents, half up. Done once, when an amount becomes due. */
export const roundToCents = (amount: TenThousandths): TenThousandths =>
  Math.floor((amount + perCent / 2) / perCent) * perCent;

/** `€1,234.50`, or four decimals where there are parts of a cent, so that rows add up to their total. */
export function formatEuros(amount: TenThousandths): string {
  const digits = String(Math.abs(amount)).padStart(5, '0');
  const whole = Number(digits.slice(0, -4)).toLocaleString('en');
  const fraction = amount % perCent === 0 ? digits.slice(-4, -2) : digits.slice(-4);
  return `${amount < 0 ? '−' : ''}€${whole}.${fraction}`;
}

/** `€1,234.50`, rounded to cents. */
export const formatTotal = (amount: TenThousandths): string => formatEuros(roundToCents(amount));

/**
 * Rounds the parts of a total to whole cents that add up to the rounded total, each less than a cent from its exact
 * amount. Cents left over by rounding down go to the parts with the largest remainders.
 */
export function shareCents(parts: readonly TenThousandths[]): TenThousandths[] {
  const shown = parts.map((part) => Math.floor(part / perCent) * perCent);
  const sum = (amounts: readonly TenThousandths[]) => amounts.reduce((total, amount) => total + amount, 0);
  const centsLeft = (roundToCents(sum(parts)) - sum(shown)) / perCent;
  const byLoss = parts.map((part, index) => ({ index, loss: part % perCent })).toSorted((a, b) => b.loss - a.loss);
  for (const { index } of byLoss.slice(0, centsLeft)) shown[index] = (shown[index] ?? 0) + perCent;
  return shown;
}
