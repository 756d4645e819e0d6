import { useMemo } from 'react';
import { formatEuroAmount, formatEuroTotal, formatShortEuros } from '#features/money/contract/euros.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ChartLegend, ChartTablePanel, LegendEntry } from '#web/ui/charts/chart-panel.tsx';
import { pointChartHeightPx } from '#web/ui/charts/point-chart.tsx';
import { SumChart } from '#web/ui/charts/sum-chart.tsx';
import chartStyles from '#web/ui/charts/charts.module.css';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { FigureTable, type FigureColumn } from '#web/ui/figures/figure-table.tsx';
import styles from '../usage.module.css';
import { toSpendDays, type SpendDay } from './spend-days.ts';

const title = 'Cumulative spend';

/** The spending of the month added up, the expected spending, and the limit. */
export function SpendPanel({ usage, isPresent }: { usage: Usage | undefined; isPresent: boolean }) {
  const days = useMemo(() => (usage ? toSpendDays(usage) : []), [usage]);
  const limit = isPresent ? (usage?.limit ?? null) : null;
  return (
    <ChartTablePanel
      title={title}
      heightPx={pointChartHeightPx}
      note={
        <div className={styles.spendPanelNote}>
          {usage ? <Legend usage={usage} limit={limit} /> : <SkeletonLine width="20rem" />}
        </div>
      }
      chart={
        usage && (
          <SumChart
            label={title}
            points={days}
            limit={limit}
            limitText={limit === null ? '' : `Limit ${formatEuroAmount(limit)}`}
            reachedKey={usage.forecast?.limitReachedOn ?? null}
            formatTick={formatShortEuros}
            describe={describeDay}
          />
        )
      }
      table={
        usage && (
          <FigureTable
            caption={title}
            titleHead="Day"
            columns={usage.forecast ? [...spentColumns, ...expectedColumns] : spentColumns}
            rows={days}
          />
        )
      }
    />
  );
}

function describeDay({ sum, expected, day = 0, requests = 0 }: SpendDay) {
  if (sum !== undefined) {
    return [
      { name: 'spent so far', value: formatEuroAmount(sum), mark: chartStyles.sumMark ?? '' },
      { name: 'on this day', value: formatEuroAmount(day) },
      { name: requests === 1 ? 'request' : 'requests', value: formatCount(requests) },
    ];
  }
  if (!expected) return [{ name: 'no data yet', value: '' }];
  return [
    { name: 'forecast', value: formatEuroAmount(expected.sum), mark: chartStyles.expectedMark ?? '' },
    { name: 'at least', value: formatEuroAmount(expected.low) },
    { name: 'at most', value: formatEuroAmount(expected.high) },
  ];
}

function Legend({ usage, limit }: { usage: Usage; limit: number | null }) {
  return (
    <ChartLegend>
      <LegendEntry mark={chartStyles.sumMark}>{`${formatEuroTotal(usage.total)} spent`}</LegendEntry>
      {usage.forecast && (
        <LegendEntry mark={chartStyles.expectedMark}>Forecast based on the last 8 weeks (80% range)</LegendEntry>
      )}
      {limit !== null && <LegendEntry mark={chartStyles.limitMark}>{`${formatEuroAmount(limit)} limit`}</LegendEntry>}
    </ChartLegend>
  );
}

function toColumn(head: string, find: (day: SpendDay) => number | undefined): FigureColumn<SpendDay> {
  return {
    head,
    renderCell: (day) => {
      const euros = find(day);
      return euros === undefined ? '–' : formatEuroAmount(euros);
    },
  };
}

const spentColumns: FigureColumn<SpendDay>[] = [
  { head: 'Requests', renderCell: ({ requests }) => (requests === undefined ? '–' : formatCount(requests)) },
  toColumn('Spent', ({ day }) => day),
  toColumn('Spent so far', ({ sum }) => sum),
];
const expectedColumns = [
  toColumn('Forecast', ({ expected }) => expected?.sum),
  toColumn('At least', ({ expected }) => expected?.low),
  toColumn('At most', ({ expected }) => expected?.high),
];
