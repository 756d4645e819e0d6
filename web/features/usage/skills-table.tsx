import { useDeferredValue, useMemo, useState } from 'react';
import { addEuros, formatEuroTotal, shareEuros } from '#contract/billing/euros.ts';
import type { SkillUsage, Usage } from '#contract/billing/usage.ts';
import type { UsageColumn } from '../../paths.ts';
import { formatCount } from '../../lib/numbers.ts';
import { DataTable } from '../../ui/records/data-table.tsx';
import { SortHeader } from '../../ui/records/sort-header.tsx';
import { SkillRow } from './skill-row.tsx';
import styles from './skills-table.module.css';
import { sortSkills } from './usage-sort.ts';
import type { UsageScope } from './use-usage-scope.ts';

/** Section 9: so many rows stand there by default. */
const shownByDefault = 10;

const columns: readonly { label: string; column: UsageColumn }[] = [
  { label: 'Skill name', column: 'byName' },
  { label: 'Cost per request', column: 'byCost' },
  { label: 'Total requests', column: 'byRequest' },
  { label: 'Total cost', column: 'byTotalCost' },
];

export const skillColumns = [...columns.map(({ label }) => label), 'Limit'] as const;

interface SkillsTableProps {
  usage: Usage;
  scope: UsageScope;
  /** Limits are of the present month. */
  isPresent: boolean;
  onSetLimit: ((skill: SkillUsage) => void) | undefined;
}

/** What each skill was asked and cost. The first ten are shown, the others together until somebody wants to see them. */
export function SkillsTable({ usage, scope, isPresent, onSetLimit }: SkillsTableProps) {
  const [isOpen, setOpen] = useState(false);
  // A long list is drawn in the background, so that the button answers at once.
  const isExpanded = useDeferredValue(isOpen);
  const skills = sortSkills(usage.data, scope.sort);
  const others = skills.slice(shownByDefault);
  const totals = useMemo(() => shareTotals(usage.data), [usage.data]);
  return (
    <div className={styles.table}>
      <DataTable caption="Skills by cost in the period">
        <thead>
          <tr>
            {columns.map(({ label, column }) => (
              <SortHeader
                key={column}
                label={label}
                align={column === 'byName' ? 'start' : 'end'}
                {...(scope.sort.column === column && { sorted: scope.sort.direction })}
                onSort={() => scope.sortBy(column)}
              />
            ))}
            {isPresent && (
              <th scope="col" data-align="end">
                Limit
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {(isExpanded ? skills : skills.slice(0, shownByDefault)).map((skill) => (
            <SkillRow
              key={skill._id}
              skill={skill}
              shownTotal={totals.get(skill._id) ?? skill.total}
              search={scope.getSkillSearch(skill._id)}
              isPresent={isPresent}
              onSetLimit={onSetLimit}
            />
          ))}
          {others.length > 0 && (
            <tr className={styles.others}>
              <td colSpan={2}>
                <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                  {isOpen ? 'Collapse Table' : `Show all ( ${skills.length}) Skills`}
                </button>
              </td>
              <td data-align="end">{formatCount(others.reduce((sum, { requests }) => sum + requests, 0))}</td>
              <td data-align="end">
                {formatEuroTotal(addEuros(others.map(({ _id, total }) => totals.get(_id) ?? total)))}
              </td>
              {isPresent && <td />}
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>Total spent in period:</td>
            <td data-align="end">{formatCount(usage.requests)}</td>
            <td data-align="end">{formatEuroTotal(usage.total)}</td>
            {isPresent && <td />}
          </tr>
        </tfoot>
      </DataTable>
    </div>
  );
}

/** Totals by skill in whole cents that add up to the rounded total of the period. */
function shareTotals(skills: readonly SkillUsage[]): ReadonlyMap<string, number> {
  const shares = shareEuros(skills.map(({ total }) => total));
  return new Map(skills.map(({ _id }, index) => [_id, shares[index] ?? 0]));
}
