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

/** To whole cents, half up. */
export const roundToCents = (amount: TenThousandths): TenThousandths =>
  Math.floor((amount + perCent / 2) / perCent) * perCent;

/**
 * Rounds the cost of requests at one price to whole cents: the one rule of rounding. A cost that is shown or billed is
 * the sum of this over the skills and prices of its range. `domain/ledger/cost.sql.ts` is the same rule in SQL.
 */
export const getCost = (requests: number, price: TenThousandths): TenThousandths => roundToCents(requests * price);

/** `€1,234.50`, or four decimals where there are parts of a cent, so that rows add up to their total. */
export function formatEuros(amount: TenThousandths): string {
  const digits = String(Math.abs(amount)).padStart(5, '0');
  const whole = Number(digits.slice(0, -4)).toLocaleString('en');
  const fraction = amount % perCent === 0 ? digits.slice(-4, -2) : digits.slice(-4);
  return `${amount < 0 ? '−' : ''}€${whole}.${fraction}`;
}

/** `€1,234.50`, rounded to cents. */
export const formatTotal = (amount: TenThousandths): string => formatEuros(roundToCents(amount));
