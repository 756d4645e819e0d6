import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ChartTablePanel } from '#web/ui/charts/chart-panel.tsx';
import { HeatMap, HeatMapLegend } from '#web/ui/charts/heat-map.tsx';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { FigureTable } from '#web/ui/figures/figure-table.tsx';
import { paths } from '#web/paths.ts';
import { LogLink } from '#web/records/range/log-link.tsx';
import styles from './dashboard.module.css';
import {
  describeHour,
  fillWeek,
  findBusiestHour,
  hoursOfDay,
  weekdays,
} from '#web/records/conversations/hours-of-week.ts';

const title = 'Conversations by hour of the week';
const shortNames = weekdays.map((name) => name.slice(0, 3));
const columnNames = hoursOfDay.map((hour) => (hour % 3 === 0 ? `${hour}:00` : ''));
const heightPx = 180;

/** Conversations by weekday and hour in the time zone of the company. */
export function HoursPanel({ stats, search }: { stats: AnalyticsStats | undefined; search: object }) {
  const navigate = useNavigate();
  const week = useMemo(() => fillWeek(stats?.hours ?? []), [stats]);
  const before = useMemo(() => fillWeek(stats?.hours ?? [], 'previous'), [stats]);
  const busiest = findBusiestHour(week);
  return (
    <ChartTablePanel
      title={title}
      heightPx={heightPx}
      skeleton="flat"
      note={stats ? toNote(busiest) : <SkeletonLine width="12rem" />}
      chart={
        stats && (
          <div className={styles.place}>
            <HeatMap
              label={title}
              rows={shortNames}
              columns={columnNames}
              values={week}
              previous={before}
              describe={describeHour}
              unit="conversations"
              choice={{
                hint: 'See the conversations',
                choose: (day, hour) =>
                  void navigate({ to: paths.logs(), search: { ...search, weekday: day + 1, hour } }),
              }}
            />
            <HeatMapLegend highest={Math.max(0, ...week.flat())} unit="conversations" />
          </div>
        )
      }
      table={stats && <HoursTable week={week} before={before} search={search} />}
    />
  );
}

const toNote = (busiest: string | undefined) =>
  busiest === undefined ? 'No conversations in this period' : `Busiest: ${busiest}`;

const rows = hoursOfDay.map((hour) => ({ key: `${hour}`, title: `${hour}:00`, hour }));

interface HoursTableProps {
  week: readonly (readonly number[])[];
  before: readonly (readonly number[])[];
  search: object;
}

/** Each count is followed by that of the previous period in smaller print. */
function HoursTable({ week, before, search }: HoursTableProps) {
  const columns = weekdays.map((abbr, day) => ({
    head: shortNames[day] ?? '',
    abbr,
    renderCell: ({ hour }: { hour: number }) => (
      <>
        <LogLink search={{ ...search, weekday: day + 1, hour }}>{formatCount(week[day]?.[hour] ?? 0)}</LogLink>{' '}
        <small className={styles.before}>{formatCount(before[day]?.[hour] ?? 0)}</small>
      </>
    ),
  }));
  return (
    <FigureTable
      caption={`${title}, each followed by that of the previous period`}
      titleHead="Hour"
      columns={columns}
      rows={rows}
    />
  );
}
