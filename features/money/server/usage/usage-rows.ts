import { netWords } from '#features/billing/contract/vat-words.ts';
import { fromEuros, getCost, toEuros } from '#features/money/contract/money.ts';
import type { SkillUsage, Usage } from '#features/money/contract/usage.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';

type PriceUsage = Pick<SkillUsage, '_id' | 'name' | 'price' | 'requests' | 'total' | 'limit'> & {
  readonly fee: number;
};

/**
 * One for each price, the latest first, so that price × requests is the total to the cent; one of a skill without requests. The first has the
 * base fee.
 */
function listPrices({ prices, terms, ...skill }: SkillUsage): PriceUsage[] {
  const fee = terms?.baseFee ?? 0;
  if (prices.length === 0) return [{ ...skill, fee }];
  return prices.map(({ price, requests }, place) => ({
    ...skill,
    fee: place === 0 ? fee : 0,
    price,
    requests,
    total: toEuros(getCost(requests, fromEuros(price) ?? NaN)),
  }));
}

/** The skills of a month's usage by price as rows, the most expensive skill first. */
export function toUsageRows({ data }: Pick<Usage, 'data'>): RowSet {
  return toListedRows<PriceUsage>(
    [
      { key: 'id', label: 'Skill ID', value: ({ _id }) => _id },
      { key: 'skill', label: 'Skill', value: ({ name }) => name },
      { key: 'price', label: `Price (EUR ${netWords})`, value: ({ price }) => price },
      { key: 'requests', label: 'Requests', value: ({ requests }) => requests },
      { key: 'total', label: `Total (EUR ${netWords})`, value: ({ total }) => total },
      { key: 'baseFee', label: `Base fee (EUR ${netWords})`, value: ({ fee }) => fee },
      { key: 'limit', label: `Limit (EUR ${netWords})`, value: ({ limit }) => limit },
    ],
    data.flatMap(listPrices),
  );
}
