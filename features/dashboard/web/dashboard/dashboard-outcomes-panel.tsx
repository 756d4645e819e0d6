import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { compareCounts } from '#features/dashboard/contract/comparison.ts';
import { formatPercent, toShare } from '#web/lib/numbers.ts';
import { BarTable } from '#web/ui/charts/bar-table.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import type { StatusTone } from '#web/ui/records/status-badge.tsx';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import styles from './dashboard.module.css';
import { LogLink } from '#web/records/range/log-link.tsx';
import { ConversationStatusBadge, getStatusTone } from '#web/records/conversations/conversation-status.tsx';

const barTones = { green: 'accent', red: 'red', grey: 'grey', amber: 'grey' } as const satisfies Record<
  StatusTone,
  string
>;

/** Conversations by status; every status keeps its place. */
export function OutcomesPanel({ stats, search }: { stats: AnalyticsStats | undefined; search: object }) {
  const rows = conversationStatuses.map((status) => {
    const found = stats?.statuses.find((each) => each.status === status);
    const { total, previous } = found ?? { total: 0, previous: 0 };
    const tone = getStatusTone(status);
    return {
      key: status,
      name: status,
      label: (
        <LogLink search={{ ...search, status }}>
          <ConversationStatusBadge status={status} />
        </LogLink>
      ),
      value: total,
      share: formatPercent(toShare(total, stats?.conversations ?? 0)),
      comparison: compareCounts(total, previous),
      tone: barTones[tone],
    };
  });
  return (
    <ChartPanel
      title="Outcomes by status"
      note={stats ? 'Of all conversations started in this period' : <SkeletonLine width="14rem" />}
    >
      <div className={styles.outcomes} data-waiting={!stats || undefined}>
        {stats && <BarTable caption="Outcomes by status" nameHead="Status" valueHead="Conversations" rows={rows} />}
      </div>
    </ChartPanel>
  );
}
