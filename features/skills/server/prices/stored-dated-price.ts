import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import type { DatedPrice } from '#features/money/contract/dated-prices.ts';
import { Problem } from '#server/lib/request/problem.ts';

/** A price from a day on, as JSON of the database. */
export interface StoredDatedPrice {
  readonly price: TenThousandths | null;
  readonly validFrom: string;
  /** In milliseconds. */
  readonly createdAt: number;
  readonly createdBy: string;
}

export const toDatedPrice = ({ price, createdAt, validFrom, createdBy }: StoredDatedPrice): DatedPrice => ({
  price: price === null ? null : toEuros(price),
  validFrom,
  createdAt: new Date(createdAt).toISOString(),
  createdBy,
});

const maxDay = '2100-01-01';

/**
 * Allows today and later days: what was recorded or billed keeps its price.
 * @throws Problem `request.invalid`
 */
export function allowPriceDay(validFrom: string, today: string): void {
  if (validFrom >= today && validFrom <= maxDay) return;
  const message = validFrom < today ? 'Choose today or a later day.' : 'Choose an earlier day.';
  throw new Problem('request.invalid', { fields: [{ path: 'validFrom', message }] });
}
