import { formatEuroAmount } from '../euros.ts';
import type { PriceTier } from './price-tiers.ts';

/** `1 to 100: €0.00`, of each tier. */
export const describeTiers = (tiers: readonly PriceTier[]): string[] =>
  tiers.map(({ from, upTo, price }) => {
    const numbers =
      upTo === null
        ? `from ${from.toLocaleString('en')}`
        : `${from.toLocaleString('en')} to ${upTo.toLocaleString('en')}`;
    return `${numbers}: ${formatEuroAmount(price)}`;
  });

/** `€49.00 base fee a month`; undefined without one. */
export const describeBaseFee = (baseFee: number): string | undefined =>
  baseFee === 0 ? undefined : `${formatEuroAmount(baseFee)} base fee per month`;
