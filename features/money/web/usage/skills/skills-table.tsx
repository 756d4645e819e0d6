import { Link, useLocation } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { limitPlaces } from '#contract/attention/attention-kinds.ts';
import { addEuros, formatEuroTotal } from '#features/money/contract/euros.ts';
import { allSkillsId, baseFeesPlace } from '#features/money/contract/usage-ids.ts';
import type { SkillUsage, Usage } from '#features/money/contract/usage.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { skillColumns } from './skill-columns.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { look } from '#web/ui/layout/layout.tsx';
import styles from '../usage.module.css';
import { sortSkills } from './usage-sort.ts';
import type { UsageColumn } from '#web/paths.ts';
import type { UsageScope } from '../use-usage-scope.ts';

/** Section 9. */
const shownByDefault = 10;

interface SkillsTableProps {
  /** Undefined while it is loading. */
  usage: Usage | undefined;
  /** Its skills as they were loaded: no row moves while its figures grow. */
  placed: readonly SkillUsage[] | undefined;
  scope: UsageScope;
  /** Limits are of the present month. */
  isPresent: boolean;
  /** Undefined for users who may not set limits. */
  onSetLimit: ((skill: SkillUsage) => void) | undefined;
}

/** Usage events and cost by skill. The first ten are shown, the others in one row until its button is pressed. */
export function SkillsTable({ usage, placed, scope, isPresent, onSetLimit }: SkillsTableProps) {
  // A line that leads to a reached limit wants every skill, because its own may be far below.
  const [isOpen, setOpen] = useState(useLocation({ select: ({ hash }) => hash === limitPlaces.skill }));
  // Deferred, so that rendering a long list does not delay the button.
  const isExpanded = useDeferredValue(isOpen);
  const { getAddress, getSearch, open } = useOverlayInUrl('skill');
  const skills = usage && sortSkills(usage.data, scope.sort, placed);
  const others = skills?.slice(shownByDefault) ?? [];
  const { column, direction } = scope.sort;
  return (
    <RecordTable
      caption="Skills by cost in the period"
      columns={skillColumns}
      rows={isExpanded ? skills : skills?.slice(0, shownByDefault)}
      context={{ isPresent, onSetLimit }}
      getKey={({ _id }) => _id}
      link={{ getAddress: ({ _id }) => getAddress(_id), open: ({ _id }) => open(_id), opensDialog: true }}
      sort={{
        sortBy: column,
        order: direction === 'descending' ? direction : undefined,
        onSort: (key) => scope.sortBy(key as UsageColumn),
      }}
      loadingLabel="Loading the usage"
      skeletonRowCount={shownByDefault}
      empty={<EmptyState drawing="clock" text="No skills used in this period." />}
      foot={
        usage && (
          <>
            {others.length > 0 && (
              <tr className={styles.others}>
                <td
                  colSpan={2}
                  data-printed-words={`${isOpen ? 'Sum of the last' : 'Others:'} ${others.length} skills`}
                >
                  <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                    {isOpen ? 'Collapse Table' : `Show all ( ${usage.data.length}) Skills`}
                  </LinkButton>
                </td>
                <td data-align="end">{formatCount(others.reduce((sum, { requests }) => sum + requests, 0))}</td>
                <td data-align="end">{formatEuroTotal(addEuros(others.map(({ total }) => total)))}</td>
                {isPresent && <td />}
              </tr>
            )}
            <tr>
              <td colSpan={2}>Total spent in period:</td>
              <td data-align="end">
                <Link to="." search={getSearch(allSkillsId)} state={{ openedHere: true }} {...look({ tone: 'quiet' })}>
                  {formatCount(usage.requests)}
                </Link>
              </td>
              <td data-align="end">{formatEuroTotal(usage.total)}</td>
              {isPresent && <td />}
            </tr>
            {usage.fees > 0 && (
              <>
                <SumRow
                  id={baseFeesPlace}
                  words="Base fees, on the invoice of the month:"
                  sum={usage.fees}
                  isPresent={isPresent}
                />
                <SumRow words="Total with base fees:" sum={addEuros([usage.total, usage.fees])} isPresent={isPresent} />
              </>
            )}
          </>
        )
      }
    />
  );
}

/** A sum that counts no requests. */
function SumRow({ id, words, sum, isPresent }: { id?: string; words: string; sum: number; isPresent: boolean }) {
  return (
    <tr id={id}>
      <td colSpan={3}>{words}</td>
      <td data-align="end">{formatEuroTotal(sum)}</td>
      {isPresent && <td />}
    </tr>
  );
}
