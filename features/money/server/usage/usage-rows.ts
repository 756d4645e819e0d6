import { netWords } from '#features/billing/contract/vat-words.ts';
import type { SkillUsage, Usage } from '#features/money/contract/usage.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';

/** The skills of a month's usage as rows, the most expensive first. */
export function toUsageRows({ data }: Pick<Usage, 'data'>): RowSet {
  return toListedRows<SkillUsage>(
    [
      { key: 'id', label: 'Skill ID', value: ({ _id }) => _id },
      { key: 'skill', label: 'Skill', value: ({ name }) => name },
      { key: 'price', label: `Latest price (EUR ${netWords})`, value: ({ price }) => price },
      { key: 'requests', label: 'Requests', value: ({ requests }) => requests },
      { key: 'total', label: `Total (EUR ${netWords})`, value: ({ total }) => total },
      { key: 'limit', label: `Limit (EUR ${netWords})`, value: ({ limit }) => limit },
    ],
    data,
  );
}
