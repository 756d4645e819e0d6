import { useMemo, useState } from 'react';
import type { AnalyticsStats } from '#contract/analytics/analytics.ts';
import { compareCounts } from '../../../lib/comparison.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { ChangeMark } from '../../../ui/records/change-mark.tsx';
import { BarLineChart, barLineHeightPx } from '../../../ui/charts/bar-line-chart.tsx';
import chartStyles from '../../../ui/charts/bar-line-chart.module.css';
import { ChartPanel, TableFrame, TableToggle } from '../../../ui/charts/chart-panel.tsx';
import { DataTable } from '../../../ui/records/data-table.tsx';
import styles from './dashboard-days-panel.module.css';
import { chooseStep, formatGroup, formatGroupShort, groupDays } from './day-steps.ts';
import type { DayGroup, DayStep } from './day-steps.ts';

const stepHeads: Readonly<Record<DayStep, string>> = { day: 'Day', week: 'Week', month: 'Month' };

/** How much was said from day to day; a long range is taken together by weeks or months. */
export function DaysPanel({ stats }: { stats: AnalyticsStats | undefined }) {
  const [isTable, setTable] = useState(false);
  const step = chooseStep(stats?.messagesByDate.length ?? 1);
  const groups = useMemo(() => groupDays(stats?.messagesByDate ?? [], step), [stats, step]);
  const points = useMemo(
    () =>
      groups.map((group) => ({
        key: group.first,
        label: formatGroupShort(group, step),
        title: formatGroup(group),
        bar: group.conversations,
        line: group.messages,
        previous: { bar: group.previous.conversations, line: group.previous.messages },
      })),
    [groups, step],
  );
  const title = `Messages and conversations by ${step}`;
  return (
    <ChartPanel
      title={title}
      note={stats ? <Legend stats={stats} /> : <SkeletonLine width="20rem" />}
      action={stats && <TableToggle isTable={isTable} onChange={setTable} of={title} />}
    >
      {!stats && <div className={styles.waiting} />}
      {stats && isTable && (
        <TableFrame label={title} heightPx={barLineHeightPx}>
          <DaysTable groups={groups} head={stepHeads[step]} caption={title} />
        </TableFrame>
      )}
      {stats && !isTable && <BarLineChart label={title} points={points} barName="conversations" lineName="messages" />}
    </ChartPanel>
  );
}

/** Names both marks, and gives their sums against the previous period. */
function Legend({ stats }: { stats: AnalyticsStats }) {
  const { messages, conversations, previous } = stats;
  return (
    <ul className={styles.legend}>
      <li>
        <span className={chartStyles.lineMark} aria-hidden="true" />
        {formatCount(messages)} messages <ChangeMark comparison={compareCounts(messages, previous.messages)} />
      </li>
      <li>
        <span className={chartStyles.barMark} aria-hidden="true" />
        {formatCount(conversations)} conversations{' '}
        <ChangeMark comparison={compareCounts(conversations, previous.conversations)} />
      </li>
      <li>
        <span className={chartStyles.previousMark} aria-hidden="true" />
        messages in the previous period
      </li>
    </ul>
  );
}

const dayColumns = ['Messages', 'Messages before', 'Conversations', 'Conversations before'];

interface DaysTableProps {
  groups: readonly DayGroup[];
  head: string;
  caption: string;
}

function DaysTable({ groups, head, caption }: DaysTableProps) {
  return (
    <DataTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {dayColumns.map((name) => (
            <th key={name} scope="col" data-align="end">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.first}>
            <td>{formatGroup(group)}</td>
            <td data-align="end">{formatCount(group.messages)}</td>
            <td data-align="end">{formatCount(group.previous.messages)}</td>
            <td data-align="end">{formatCount(group.conversations)}</td>
            <td data-align="end">{formatCount(group.previous.conversations)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
