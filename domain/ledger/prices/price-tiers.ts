import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import type { PriceTier } from '#features/money/contract/costs/price-tiers.ts';

/** A tier as JSON of the database, in ten-thousandths; `upTo` is null for the last one. */
export interface StoredTier {
  readonly upTo: number | null;
  readonly price: TenThousandths;
}

export const toTiers = (tiers: readonly StoredTier[]): PriceTier[] =>
  tiers.map(({ upTo, price }, place) => ({ from: (tiers[place - 1]?.upTo ?? 0) + 1, upTo, price: toEuros(price) }));
