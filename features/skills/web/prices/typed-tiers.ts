import type { PriceTier } from '#features/money/contract/costs/price-tiers.ts';

/** A tier as typed; the number at which it begins follows from the one before. */
export interface TypedTier {
  readonly id: number;
  readonly upTo: string;
  readonly price: string;
}

export const emptyTiers: readonly TypedTier[] = [
  { id: 1, upTo: '', price: '' },
  { id: 2, upTo: '', price: '' },
];

/** Not a number where the text is none, which the schema refuses with its own message. */
export const parseAmount = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));

const parseNumber = (text: string): number => Number(text.trim().replaceAll(/[,\s]/g, ''));

/** The tiers as the contract has them; where the end of one is missing, the next begins after its beginning. */
export function parseTiers(typed: readonly TypedTier[]): PriceTier[] {
  let from = 1;
  return typed.map(({ upTo, price }, place) => {
    const end = place === typed.length - 1 && upTo.trim() === '' ? null : parseTyped(upTo);
    const tier = { from, upTo: end, price: parseAmount(price) };
    from = (end === null || Number.isNaN(end) ? from : end) + 1;
    return tier;
  });
}

const parseTyped = (text: string): number | null => (text.trim() === '' ? null : parseNumber(text));
