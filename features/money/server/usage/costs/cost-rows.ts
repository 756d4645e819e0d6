import { costDimensions, type CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import type { Cost, Costs } from '#features/money/contract/costs/costs.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';

/** The owners of the costs of a month as rows, the most expensive first. */
export function toCostRows(by: CostDimension, { data }: Costs): RowSet {
  return toListedRows<Cost>(
    [
      { key: 'id', label: 'ID', value: ({ id }) => id },
      { key: 'name', label: costDimensions[by].label, value: ({ name }) => name },
      { key: 'requests', label: 'Requests', value: ({ requests }) => requests },
      { key: 'total', label: `Cost (EUR ${netWords})`, value: ({ total }) => total },
      { key: 'previous', label: `Month before (EUR ${netWords})`, value: ({ previous }) => previous },
      { key: 'lastYear', label: `Same month of last year (EUR ${netWords})`, value: ({ lastYear }) => lastYear },
    ],
    data,
  );
}
