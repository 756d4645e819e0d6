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
