import { useMemo, useState } from 'react';
import type { AnalyticsStats } from '#contract/analytics/analytics.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { ChartPanel, TableFrame, TableToggle } from '../../../ui/charts/chart-panel.tsx';
import { HeatMap, HeatMapLegend } from '../../../ui/charts/heat-map.tsx';
import { DataTable } from '../../../ui/records/data-table.tsx';
import styles from './dashboard-hours-panel.module.css';
import { describeHour, fillWeek, findBusiestHour, hoursOfDay, weekdays } from './hours-of-week.ts';

const title = 'Conversations by hour of the week';
const shortNames = weekdays.map((name) => name.slice(0, 3));
const columnNames = hoursOfDay.map((hour) => (hour % 3 === 0 ? `${hour}:00` : ''));
const heightPx = 228;

/** When in the week people talk to the assistant, by the company's clock. */
export function HoursPanel({ stats }: { stats: AnalyticsStats | undefined }) {
  const [isTable, setTable] = useState(false);
  const week = useMemo(() => fillWeek(stats?.hours ?? []), [stats]);
  const before = useMemo(() => fillWeek(stats?.hours ?? [], 'previous'), [stats]);
  const busiest = findBusiestHour(week);
  return (
    <ChartPanel
      title={title}
      note={
        stats ? (
          busiest === undefined ? (
            'No conversation began in these days'
          ) : (
            `Busiest: ${busiest}`
          )
        ) : (
          <SkeletonLine width="12rem" />
        )
      }
      action={stats && <TableToggle isTable={isTable} onChange={setTable} of={title} />}
    >
      {!stats && <div className={styles.waiting} />}
      {stats && isTable && (
        <TableFrame label={title} heightPx={heightPx}>
          <HoursTable week={week} before={before} />
        </TableFrame>
      )}
      {stats && !isTable && (
        <div className={styles.place}>
          <HeatMap
            label={title}
            rows={shortNames}
            columns={columnNames}
            values={week}
            previous={before}
            describe={describeHour}
            unit="conversations"
          />
          <HeatMapLegend highest={Math.max(0, ...week.flat())} unit="conversations" />
        </div>
      )}
    </ChartPanel>
  );
}

interface HoursTableProps {
  week: readonly (readonly number[])[];
  before: readonly (readonly number[])[];
}

/** Beside each count that of the previous period, in smaller print. */
function HoursTable({ week, before }: HoursTableProps) {
  return (
    <DataTable caption={`${title}, each followed by that of the previous period`}>
      <thead>
        <tr>
          <th scope="col">Hour</th>
          {weekdays.map((name, day) => (
            <th key={name} scope="col" data-align="end" abbr={name}>
              {shortNames[day]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hoursOfDay.map((hour) => (
          <tr key={hour}>
            <td>{hour}:00</td>
            {week.map((hours, day) => (
              <td key={weekdays[day]} data-align="end">
                {formatCount(hours[hour] ?? 0)}{' '}
                <small className={styles.before}>{formatCount(before[day]?.[hour] ?? 0)}</small>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
