import type { SkillUsage } from '#contract/billing/usage.ts';
import type { SortDirection, UsageColumn } from '../../paths.ts';

export interface UsageSort {
  column: UsageColumn;
  direction: SortDirection;
}

const collator = new Intl.Collator('en', { numeric: true });
const byName = (a: SkillUsage, b: SkillUsage) => collator.compare(a.name, b.name);

const comparisons: Readonly<Record<UsageColumn, (a: SkillUsage, b: SkillUsage) => number>> = {
  byName,
  byCost: (a, b) => a.price - b.price,
  byRequest: (a, b) => a.requests - b.requests,
  byTotalCost: (a, b) => a.total - b.total,
};

/** Of a bare address, and of one that names no column there is: the dearest skills first. */
const defaultSort: UsageSort = { column: 'byTotalCost', direction: 'descending' };

/** The order that the two last segments of the address ask for. */
export function readSort({ sortFilter, sortOption }: { sortFilter?: string; sortOption?: string }): UsageSort {
  if (sortFilter === undefined || !Object.hasOwn(comparisons, sortFilter)) return defaultSort;
  return { column: sortFilter as UsageColumn, direction: sortOption === 'descending' ? 'descending' : 'ascending' };
}

/** Section 2.3: a head sorts ascending, and descending where its column is ascending already. */
export function toggleSort(sort: UsageSort, column: UsageColumn): UsageSort {
  const isAscending = sort.column === column && sort.direction === 'ascending';
  return { column, direction: isAscending ? 'descending' : 'ascending' };
}

/** Equal rows stand by name, whichever way the others go. */
export function sortSkills(skills: readonly SkillUsage[], { column, direction }: UsageSort): SkillUsage[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return skills.toSorted((a, b) => sign * comparisons[column](a, b) || byName(a, b));
}
