import * as z from 'zod';

/**
 * The charge of a model's provider, as an assistant reports it: exact, as decimal digits, in the currency of the report. It is
 * not what the company is billed.
 */
export const ReportedCost = z.strictObject({
  amount: z.string({ error: 'The amount must be text, e.g. "0.0042".' }).regex(/^\d{1,9}(?:\.\d{1,30})?$/, {
    error: 'The amount must be decimal digits from 0 to 999999999, e.g. "0.0042".',
  }),
  currency: z
    .string({ error: 'The currency must be three capital letters, e.g. USD.' })
    .regex(/^[A-Z]{3}$/, { error: 'The currency must be three capital letters, e.g. USD.' }),
});
export type ReportedCost = z.infer<typeof ReportedCost>;

const decimals = 30;

/**
 * A reported number or text as decimal digits without an exponent, word for word what was reported: undefined for what is no amount
 * from 0 to 999,999,999, such as a negative one or NaN.
 */
export function toAmount(value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = /^\s*\+?(\d{0,40})(?:\.(\d{0,60}))?(?:e([+-]?\d{1,3}))?\s*$/i.exec(String(value));
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`;
  if (digits === '') return undefined;
  const scale = fraction.length - Number(exponent);
  const padded = (scale < 0 ? digits.padEnd(digits.length - scale, '0') : digits).padStart(scale + 1, '0');
  const point = padded.length - Math.max(scale, 0);
  const amount = trim(padded.slice(0, point), padded.slice(point));
  return ReportedCost.shape.amount.safeParse(amount).success ? amount : undefined;
}

function trim(whole: string, fraction: string): string {
  const [left, right] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')];
  return right === '' ? left : `${left}.${right}`;
}

const toUnits = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
};

function fromUnits(units: bigint): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return trim(digits.slice(0, -decimals), digits.slice(-decimals));
}

/** Exact sums, one for each currency, in the order of their letters. */
export function sumCosts(costs: readonly ReportedCost[]): ReportedCost[] {
  return [...Map.groupBy(costs, ({ currency }) => currency)]
    .map(([currency, list]) => ({
      currency,
      amount: fromUnits(list.reduce((sum, { amount }) => sum + toUnits(amount), 0n)),
    }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

export const isHigherAmount = (one: string, other: string): boolean => toUnits(one) > toUnits(other);
