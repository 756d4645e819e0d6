/*
 * The one rule of rounding (`getCost` in features/money/contract/money.ts): of each skill and price, requests × price, rounded
 * once, half up, to the cent.
 */

/** SQL for the cost of requests at one price; both are bigint. */
export const toCost = (requests: string, price: string) => `((${requests}) * (${price}) + 50) / 100 * 100`;

/**
 * Adds `cost` to rows of `day`, `price` and `requests`: by how much the cost of the range grows with the row, so that days
 * add up to the range. One row for each of `keys`, price and day.
 */
export const withCost = (rows: string, keys: string) => `
  select grown.*, ${toCost('sofar', 'price')} - ${toCost('sofar - requests', 'price')} as cost
  from (
    select priced.*, (sum(requests) over (partition by ${keys}, price order by day))::bigint as sofar from (${rows}) priced
  ) grown`;
