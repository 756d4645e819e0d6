import { useMemo, useState } from 'react';
import type { Usage } from '#contract/billing/usage.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { ChartPanel, TableFrame, TableToggle } from '../../../ui/charts/chart-panel.tsx';
import { SumChart, sumChartHeightPx } from '../../../ui/charts/sum-chart.tsx';
import chartStyles from '../../../ui/charts/sum-chart.module.css';
import type { SumPoint } from '../../../ui/charts/sum-layout.ts';
import { DataTable } from '../../../ui/records/data-table.tsx';
import styles from './spend-panel.module.css';
import { toSpendDays } from './spend-points.ts';
import type { SpendDay } from './spend-points.ts';
import { showEuros, showShortEuros, showTotal } from '../usage-money.ts';

const title = 'Spend by day, added up';

/** How the spending of the month adds up, how it is expected to go on, and the limit it should stay under. */
export function SpendPanel({ usage, isPresent }: { usage: Usage | undefined; isPresent: boolean }) {
  const [isTable, setTable] = useState(false);
  const days = useMemo(() => (usage ? toSpendDays(usage) : []), [usage]);
  const limit = isPresent ? (usage?.limit ?? null) : null;
  return (
    <ChartPanel
      title={title}
      note={
        <div className={styles.note}>
          {usage ? <Legend usage={usage} limit={limit} /> : <SkeletonLine width="20rem" />}
        </div>
      }
      action={usage && <TableToggle isTable={isTable} onChange={setTable} of={title} />}
    >
      {!usage && <div className={styles.waiting} />}
      {usage && isTable && (
        <TableFrame label={title} heightPx={sumChartHeightPx}>
          <SpendTable days={days} hasForecast={usage.forecast !== undefined} />
        </TableFrame>
      )}
      {usage && !isTable && (
        <SumChart
          label={title}
          points={days}
          limit={limit}
          limitName="Limit"
          reachedKey={usage.forecast?.limitReachedOn ?? null}
          format={showEuros}
          formatTick={showShortEuros}
          describe={describeDay}
        />
      )}
    </ChartPanel>
  );
}

function describeDay({ sum, expected, ...point }: SumPoint) {
  const { day } = point as SpendDay;
  if (sum !== undefined) {
    return [
      { name: 'spent so far', value: showEuros(sum), mark: chartStyles.sumMark ?? '' },
      { name: 'on this day', value: showEuros(day ?? 0) },
    ];
  }
  if (!expected) return [{ name: 'still to come', value: '' }];
  return [
    { name: 'expected', value: showEuros(expected.sum), mark: chartStyles.expectedMark ?? '' },
    { name: 'at least', value: showEuros(expected.low) },
    { name: 'at most', value: showEuros(expected.high) },
  ];
}

function Legend({ usage, limit }: { usage: Usage; limit: number | null }) {
  return (
    <ul className={styles.legend}>
      <li>
        <span className={chartStyles.sumMark} aria-hidden="true" />
        {showTotal(usage.total)} spent
      </li>
      {usage.forecast && (
        <li>
          <span className={chartStyles.expectedMark} aria-hidden="true" />
          expected from the last eight weeks, four of five cases
        </li>
      )}
      {limit !== null && (
        <li>
          <span className={chartStyles.limitMark} aria-hidden="true" />
          {showEuros(limit)} limit
        </li>
      )}
    </ul>
  );
}

function SpendTable({ days, hasForecast }: { days: readonly SpendDay[]; hasForecast: boolean }) {
  const heads = ['Spent', 'Spent so far', ...(hasForecast ? ['Expected', 'At least', 'At most'] : [])];
  const show = (euros: number | undefined) => (euros === undefined ? '–' : showEuros(euros));
  return (
    <DataTable caption={title}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {heads.map((head) => (
            <th key={head} scope="col" data-align="end">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ key, title: day, day: spent, sum, expected }) => (
          <tr key={key}>
            <td>{day}</td>
            {[spent, sum, ...(hasForecast ? [expected?.sum, expected?.low, expected?.high] : [])].map(
              (euros, place) => (
                <td key={heads[place]} data-align="end">
                  {show(euros)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
