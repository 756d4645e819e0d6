import type { Random } from '#demo-assistant/random.ts';
import type { Agreement, ModelSkill, ModelVat } from './ledger-model.ts';

const prices = [0n, 5n, 1005n, 3337n, 5000n, 12_500n, 43_599n];

/** The month, `2026-02`, so many months later. */
export function toLaterMonth(first: string, later: number): string {
  const [year = 0, month = 0] = first.split('-').map(Number);
  const count = year * 12 + month - 1 + later;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** Random days of the months from `first` on, in order, at most as many as asked for. */
function makeDays(random: Random, { first, months }: Span, most: number): string[] {
  const toDay = () => `${toLaterMonth(first, random.int(0, months - 1))}-${String(random.int(1, 28)).padStart(2, '0')}`;
  return [...new Set(Array.from({ length: random.int(0, most) }, toDay))].toSorted();
}

interface Span {
  readonly first: string;
  readonly months: number;
}

function makeTiers(random: Random): Agreement['tiers'] {
  const some = prices.filter(() => random.fraction() < 0.5).slice(0, random.int(2, 4));
  const tiers = some.length < 2 ? [0n, 5000n] : some.toSorted(() => random.fraction() - 0.5);
  let upTo = 0;
  return tiers.map((price, place) => {
    upTo += random.int(1, 12);
    return { upTo: place === tiers.length - 1 ? null : upTo, price };
  });
}

function makeAgreement(random: Random, validFrom: string): Agreement {
  const kind = random.fraction();
  return {
    validFrom,
    price: kind < 0.2 ? random.pick(prices) : null,
    tiers: kind < 0.8 && kind >= 0.2 ? makeTiers(random) : null,
    baseFee: random.fraction() < 0.5 ? BigInt(random.int(1, 9999)) * 100n : 0n,
  };
}

/** Skills with prices, tiers, quotas and fees that change on any day. */
export const makeRandomSkills = (random: Random, span: Span): ModelSkill[] =>
  ['Leave', 'Orders'].map((name) => ({
    name,
    firstPrice: random.pick(prices),
    changes: makeDays(random, span, 2).map((validFrom) => ({ validFrom, price: random.pick(prices) })),
    agreements: [...(random.fraction() < 0.5 ? [`${span.first}-01`] : []), ...makeDays(random, span, 3)].map((day) =>
      makeAgreement(random, day),
    ),
  }));

const treatments = ['domestic', 'reverseCharge', 'outsideUnion', 'exempt'];

/** How a customer is taxed, which changes on any day. */
export const makeRandomDecisions = (random: Random, span: Span): ModelVat['decisions'] =>
  makeDays(random, span, 3).map((validFrom) => ({ validFrom, treatment: random.pick(treatments) }));
