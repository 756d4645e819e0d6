import { useMemo } from 'react';
import type { AnalyticsStats } from '#contract/analytics/analytics.ts';
import { chooseStep, groupDays, sumDays } from '#contract/calendar/day-steps.ts';
import type { DayStep } from '#contract/calendar/day-steps.ts';
import { compareCounts } from '../../../lib/comparison.ts';
import { formatCount } from '../../../lib/numbers.ts';
import type { BarLinePoint } from '../../../ui/charts/bar-line-layout.ts';
import { toCountColumn, TrendPanel } from '../../../ui/figures/trend-panel.tsx';
import { ChangeMark } from '../../../ui/records/change-mark.tsx';

const columns = [
  toCountColumn<BarLinePoint>('Messages', ({ line }) => line),
  toCountColumn<BarLinePoint>('Messages, previous period', ({ previous }) => previous?.line),
  toCountColumn<BarLinePoint>('Conversations', ({ bar }) => bar),
  toCountColumn<BarLinePoint>('Conversations, previous period', ({ previous }) => previous?.bar),
];

/** Messages and conversations of the range; a long range is grouped by weeks or months. */
export function DaysPanel({ stats }: { stats: AnalyticsStats | undefined }) {
  const step = chooseStep(stats?.messagesByDate.length ?? 1);
  const points = useMemo(() => stats && toPoints(stats.messagesByDate, step), [stats, step]);
  return (
    <TrendPanel
      lineName="messages"
      barName="conversations"
      step={step}
      points={points}
      columns={columns}
      skeletonWidth="20rem"
      legend={{
        line: stats && <Total name="messages" count={stats.messages} previous={stats.previous.messages} />,
        bar: stats && (
          <Total name="conversations" count={stats.conversations} previous={stats.previous.conversations} />
        ),
        previous: 'messages in the previous period',
      }}
    />
  );
}

function toPoints(days: AnalyticsStats['messagesByDate'], step: DayStep): BarLinePoint[] {
  return groupDays(days, step).map((group) => ({
    key: group.key,
    label: group.label,
    title: group.title,
    bar: sumDays(group, ({ conversations }) => conversations),
    line: sumDays(group, ({ messages }) => messages),
    previous: {
      bar: sumDays(group, ({ previous }) => previous.conversations),
      line: sumDays(group, ({ previous }) => previous.messages),
    },
  }));
}

function Total({ name, count, previous }: { name: string; count: number; previous: number }) {
  return (
    <>
      {formatCount(count)} {name} <ChangeMark comparison={compareCounts(count, previous)} />
    </>
  );
}
