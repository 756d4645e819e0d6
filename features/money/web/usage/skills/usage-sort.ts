import type { SkillUsage } from '#features/money/contract/usage.ts';
import type { SortDirection, UsageColumn } from '#web/paths.ts';

export interface UsageSort {
  column: UsageColumn;
  direction: SortDirection;
}

const collator = new Intl.Collator('en', { numeric: true });
const byName = (a: SkillUsage, b: SkillUsage) => collator.compare(a.name, b.name);

export const comparisons: Readonly<Record<UsageColumn, (a: SkillUsage, b: SkillUsage) => number>> = {
  byName,
  byCost: (a, b) => a.price - b.price,
  byRequest: (a, b) => a.requests - b.requests,
  byTotalCost: (a, b) => a.total - b.total,
};

/** Also for an address with an unknown column. */
const defaultSort: UsageSort = { column: 'byTotalCost', direction: 'descending' };

/** The order of the last two segments of the address. */
export function parseSort({ sortFilter, sortOption }: { sortFilter?: string; sortOption?: string }): UsageSort {
  if (sortFilter === undefined || !Object.hasOwn(comparisons, sortFilter)) return defaultSort;
  return { column: sortFilter as UsageColumn, direction: sortOption === 'descending' ? 'descending' : 'ascending' };
}

/** Section 2.3: ascending, or descending where the column is ascending already. */
export function toggleSort(sort: UsageSort, column: UsageColumn): UsageSort {
  const isAscending = sort.column === column && sort.direction === 'ascending';
  return { column, direction: isAscending ? 'descending' : 'ascending' };
}

/**
 * Equal skills are sorted by name in both directions.
 * @param placed the same skills with the figures that say their places; skills without follow
 */
export function sortSkills(
  skills: readonly SkillUsage[],
  { column, direction }: UsageSort,
  placed: readonly SkillUsage[] = skills,
): SkillUsage[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const places = new Map(placed.map((skill) => [skill._id, skill]));
  const compare = (a: SkillUsage, b: SkillUsage) => sign * comparisons[column](a, b) || byName(a, b);
  const sort = (some: readonly SkillUsage[]) =>
    some.toSorted((a, b) => compare(places.get(a._id) ?? a, places.get(b._id) ?? b));
  const isPlaced = ({ _id }: SkillUsage) => places.has(_id);
  return [...sort(skills.filter(isPlaced)), ...sort(skills.filter((skill) => !isPlaced(skill)))];
}
