import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { chooseStep, groupDays, sumDays, type DayStep } from '#contract/calendar/day-steps.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { compareCounts } from '#features/dashboard/contract/comparison.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import type { BarLinePoint } from '#web/ui/charts/bar-line-layout.ts';
import { toCountColumn, TrendPanel } from '#web/ui/figures/trend-panel.tsx';
import { paths } from '#web/paths.ts';
import { LogLink } from '#web/records/range/log-link.tsx';
import { ChangeMark } from '#web/ui/records/change-mark.tsx';

/** Height of the chart of hours beside it. */
const overviewChartHeightPx = 180;

/** A day, or the days of a week or month that lie in the range. */
interface DaysPoint extends BarLinePoint {
  from: string;
  to: string;
}

const columns = [
  toCountColumn<DaysPoint>('Messages', ({ line }) => line),
  toCountColumn<DaysPoint>('Messages, previous period', ({ previous }) => previous?.line),
  toCountColumn<DaysPoint>('Conversations', ({ bar }) => bar),
  toCountColumn<DaysPoint>('Conversations, previous period', ({ previous }) => previous?.bar),
];

/** Messages and conversations of the range; a long range is grouped by weeks or months. */
export function DaysPanel({ stats, search }: { stats: AnalyticsStats | undefined; search: object }) {
  const navigate = useNavigate();
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
      heightPx={overviewChartHeightPx}
      choice={{
        hint: 'See the conversations',
        choose: ({ from, to }) => void navigate({ to: paths.logs(), search: { ...search, from, to } }),
      }}
      renderTitle={({ title, from, to }) => <LogLink search={{ ...search, from, to }}>{title}</LogLink>}
      legend={{
        line: stats && (
          <Total name="messages" count={stats.messages} previous={stats.previous.messages} search={search} />
        ),
        bar: stats && (
          <Total
            name="conversations"
            count={stats.conversations}
            previous={stats.previous.conversations}
            search={search}
          />
        ),
        previous: 'previous period',
      }}
    />
  );
}

function toPoints(days: AnalyticsStats['messagesByDate'], step: DayStep): DaysPoint[] {
  return groupDays(days, step).map((group) => ({
    key: group.key,
    label: group.label,
    title: group.title,
    from: group.days[0]?.date ?? group.key,
    to: group.days.at(-1)?.date ?? group.key,
    previousTitle: toPreviousTitle(group.days),
    bar: sumDays(group, ({ conversations }) => conversations),
    line: sumDays(group, ({ messages }) => messages),
    previous: {
      bar: sumDays(group, ({ previous }) => previous.conversations),
      line: sumDays(group, ({ previous }) => previous.messages),
    },
  }));
}

/** The day or days that a point is compared with. */
function toPreviousTitle(days: Readonly<AnalyticsStats['messagesByDate']>): string | undefined {
  const dates = days.flatMap(({ previous }) => previous.date ?? []);
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return first === last ? formatLongDay(first) : `${formatLongDay(first)} – ${formatLongDay(last)}`;
}

function Total({ name, count, previous, search }: { name: string; count: number; previous: number; search: object }) {
  return (
    <>
      <LogLink search={search}>{formatCounted(count, name)}</LogLink>{' '}
      <ChangeMark comparison={compareCounts(count, previous)} />
    </>
  );
}
