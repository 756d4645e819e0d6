/**
 * Money is a whole number of ten-thousandths of a euro, in code and in the database: sums of it are exact up to nine
 * hundred billion euros. Only here it becomes a number of euros on the wire or a text that people read.
 */
export type TenThousandths = number;

const perEuro = 10_000;
const perCent = 100;

/** As the wire has it. The nearest number to a decimal fraction, and the same fraction again when it is written. */
export const toEuros = (amount: TenThousandths): number => amount / perEuro;

/** What a number of euros means; undefined where it is no amount of at least 0, or finer than a ten-thousandth. */
export function fromEuros(euros: number): TenThousandths | undefined {
  const match = /^(\d{1,11})(?:\.(\d{1,4}))?$/.exec(String(euros));
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * perEuro + Number(fraction.padEnd(4, '0'));
}

/** To whole cents, half up. Done once, where something is to be paid. */
export const roundToCents = (amount: TenThousandths): TenThousandths =>
  Math.floor((amount + perCent / 2) / perCent) * perCent;

/** `€1,234.50`; with all four decimals where there are parts of a cent, so that shown rows add up to a shown total. */
export function formatEuros(amount: TenThousandths): string {
  const digits = String(Math.abs(amount)).padStart(5, '0');
  const whole = Number(digits.slice(0, -4)).toLocaleString('en');
  const fraction = amount % perCent === 0 ? digits.slice(-4, -2) : digits.slice(-4);
  return `${amount < 0 ? '−' : ''}€${whole}.${fraction}`;
}

/** With two decimals, as totals are shown: rounded here, and nowhere before. */
export const formatTotal = (amount: TenThousandths): string => formatEuros(roundToCents(amount));

/**
 * Parts of a total as they are shown beside it: in whole cents that add up to the rounded total, each less than a cent
 * from what it is. The cents that rounding down leaves over go to the parts that lost most, the first of equal ones.
 */
export function shareCents(parts: readonly TenThousandths[]): TenThousandths[] {
  const shown = parts.map((part) => Math.floor(part / perCent) * perCent);
  const sum = (amounts: readonly TenThousandths[]) => amounts.reduce((total, amount) => total + amount, 0);
  const centsLeft = (roundToCents(sum(parts)) - sum(shown)) / perCent;
  const byLoss = parts.map((part, index) => ({ index, loss: part % perCent })).toSorted((a, b) => b.loss - a.loss);
  for (const { index } of byLoss.slice(0, centsLeft)) shown[index] = (shown[index] ?? 0) + perCent;
  return shown;
}
