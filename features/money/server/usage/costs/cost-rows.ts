import { costDimensions, type CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import type { MonthlyCost, MonthlyCosts } from '#features/money/contract/costs/costs.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';

/** The owners of the costs of a month and of the twelve before as rows, the most expensive first. */
export function toCostRows(by: CostDimension, { months, data }: MonthlyCosts): RowSet {
  const labels = months.map((month) => `Cost ${month} (EUR ${netWords})`);
  labels[0] = `Same month of last year (EUR ${netWords})`;
  labels[months.length - 2] = `Month before (EUR ${netWords})`;
  labels[months.length - 1] = `Cost (EUR ${netWords})`;
  const toColumn = (place: number) => ({
    key: `month${place}`,
    label: labels[place] ?? '',
    value: ({ costs }: MonthlyCost) => costs[place] ?? 0,
  });
  const last = months.length - 1;
  // Those before, the latest first.
  const earlier = Array.from({ length: last - 2 }, (_, index) => last - 2 - index);
  return toListedRows<MonthlyCost>(
    [
      { key: 'id', label: 'ID', value: ({ id }) => id },
      { key: 'name', label: costDimensions[by].label, value: ({ name }) => name },
      { key: 'requests', label: 'Requests', value: ({ requests }) => requests },
      ...[last, last - 1, 0, ...earlier].map(toColumn),
    ],
    data,
  );
}
