import type { AnalyticsStats } from '#contract/analytics/analytics.ts';
import { formatEuroTotal } from '#contract/billing/euros.ts';
import { compareCounts } from '../../../lib/comparison.ts';
import { formatCount, formatPercent, toShare } from '../../../lib/numbers.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { ChangeMark } from '../../../ui/records/change-mark.tsx';
import { BarTable } from '../../../ui/charts/bar-table.tsx';
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx';
import { LogLink } from '../range/log-link.tsx';
import styles from './dashboard-bars.module.css';

/** Usage events and their cost by skill. */
export function SkillsPanel({ stats, search }: { stats: AnalyticsStats | undefined; search: object }) {
  return (
    <ChartPanel title="Skills by requests" note={stats ? <Total stats={stats} /> : <SkeletonLine width="14rem" />}>
      <div className={styles.skills} data-waiting={!stats || undefined}>
        {stats?.skills.length === 0 && <p className={styles.empty}>No billed requests in this period.</p>}
        {stats && stats.skills.length > 0 && (
          <BarTable
            caption="Skills by requests"
            nameHead="Skill"
            valueHead="Requests"
            {...(stats.cost !== undefined && { amountHead: 'Cost' })}
            rows={stats.skills.map(({ _id, name, requests, previous, cost }) => ({
              key: _id ?? 'others',
              name,
              ...(_id !== null && { label: <LogLink search={{ ...search, skills: _id }}>{name}</LogLink> }),
              value: requests,
              ...(cost !== undefined && { amount: formatEuroTotal(cost) }),
              share: formatPercent(toShare(requests, stats.requests)),
              comparison: compareCounts(requests, previous),
              tone: _id === null ? 'grey' : 'accent',
            }))}
          />
        )}
      </div>
    </ChartPanel>
  );
}

function Total({ stats: { requests, previous, cost } }: { stats: AnalyticsStats }) {
  return (
    <>
      {formatCount(requests)} requests <ChangeMark comparison={compareCounts(requests, previous.requests)} />
      {cost !== undefined && <> · {formatEuroTotal(cost)} total</>}
    </>
  );
}
