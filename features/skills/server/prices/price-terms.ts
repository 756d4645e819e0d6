import { toTiers, type StoredTier } from '#domain/ledger/prices/price-tiers.ts';
import { formatEuros, fromEuros, getCost, toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import type { AgreedPrice, TermsForm } from '#features/skills/contract/agreed-prices.ts';
import type { StoredAgreement } from './agreed-prices.repository.ts';
import { toDatedPrice } from './stored-dated-price.ts';

/** Terms of an agreement in ten-thousandths. */
export interface Terms {
  readonly price: TenThousandths | null;
  readonly tiers: readonly StoredTier[] | null;
  readonly baseFee: TenThousandths;
}

const toAmount = (euros: number): TenThousandths => fromEuros(euros) ?? 0;

export const parseTerms = ({ price, tiers, baseFee }: TermsForm): Terms => ({
  price: price === null ? null : toAmount(price),
  tiers: tiers === null ? null : tiers.map((tier) => ({ upTo: tier.upTo, price: toAmount(tier.price) })),
  baseFee: toAmount(baseFee),
});

export const toAgreement = ({ tiers, baseFee, ...price }: StoredAgreement): AgreedPrice => ({
  ...toDatedPrice(price),
  tiers: tiers && toTiers(tiers),
  baseFee: toEuros(baseFee),
});

/** `up to 100: €0.00, above: €0.50`, for the audit log. */
export const describeTiers = (tiers: readonly StoredTier[] | null): string | null =>
  tiers &&
  tiers
    .map(
      ({ upTo, price }) => `${upTo === null ? 'above' : `up to ${upTo.toLocaleString('en')}`}: ${formatEuros(price)}`,
    )
    .join(', ');

/** How many of a month's requests cost which price. */
export function splitRequests(requests: number, { price, tiers }: Terms, standardPrice: TenThousandths) {
  if (tiers === null) return [{ price: price ?? standardPrice, requests }];
  return tiers.map((tier, place) => {
    const before = tiers[place - 1]?.upTo ?? 0;
    return { price: tier.price, requests: Math.max(0, Math.min(requests, tier.upTo ?? requests) - before) };
  });
}

/** By the one rule of rounding: each price once. */
export const sumCosts = (lines: readonly { readonly price: TenThousandths; readonly requests: number }[]) =>
  lines.reduce((sum, line) => sum + getCost(line.requests, line.price), 0);
