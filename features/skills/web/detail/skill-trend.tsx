import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { addEuros, formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { chooseStep, groupDays, sumDays, type DayStep } from '#contract/calendar/day-steps.ts';
import type { SkillFigures } from '#features/dashboard/contract/skill-figures.ts';
import { paths } from '#web/paths.ts';
import type { BarLinePoint } from '#web/ui/charts/bar-line-layout.ts';
import { toCountColumn, TrendPanel } from '#web/ui/figures/trend-panel.tsx';

interface TrendPoint extends BarLinePoint {
  /** Euros. */
  cost: number;
  from: string;
  to: string;
}

/** Fewer than on the dashboard, because the chart shares its row with another panel. */
const mostWeeks = 26;

const countColumns = [
  toCountColumn<TrendPoint>('Requests', ({ line }) => line),
  toCountColumn<TrendPoint>('Conversations', ({ bar }) => bar),
];

const columns = countColumns.toSpliced(1, 0, {
  head: `Cost, ${netWords}`,
  renderCell: ({ cost }: TrendPoint) => formatEuroAmount(cost),
});

/** Usage events and conversations of a skill; a long range is grouped by weeks or months. */
export function SkillTrend({ figures, search }: { figures: SkillFigures | undefined; search: object }) {
  const navigate = useNavigate();
  const step = chooseStep(figures?.days.length ?? 1, mostWeeks);
  const points = useMemo(() => figures && toPoints(figures.days, step), [figures, step]);
  return (
    <TrendPanel
      lineName="requests"
      barName="conversations"
      step={step}
      points={points}
      columns={figures?.cost === undefined && figures ? countColumns : columns}
      skeletonWidth="14rem"
      choice={{
        hint: 'See the conversations',
        choose: ({ from, to }) => void navigate({ to: paths.logs(), search: { ...search, from, to } }),
      }}
      renderTitle={({ title, from, to }) => (
        <Link to={paths.logs()} search={{ ...search, from, to }}>
          {title}
        </Link>
      )}
      legend={{ line: 'requests', bar: 'conversations' }}
    />
  );
}

function toPoints(days: SkillFigures['days'], step: DayStep): TrendPoint[] {
  return groupDays(days, step).map((group) => ({
    key: group.key,
    label: group.label,
    title: group.title,
    from: group.days[0]?.date ?? group.key,
    to: group.days.at(-1)?.date ?? group.key,
    line: sumDays(group, ({ requests }) => requests),
    bar: sumDays(group, ({ conversations }) => conversations),
    cost: addEuros(group.days.map(({ cost = 0 }) => cost)),
  }));
}
