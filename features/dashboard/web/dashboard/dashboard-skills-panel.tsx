import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { AnalyticsStats, RangeQuery } from '#features/dashboard/contract/analytics.ts';
import { formatEuroTotal } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { compareCounts } from '#features/dashboard/contract/comparison.ts';
import { formatCounted, formatPercent, toShare } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { ChangeMark } from '#web/ui/records/change-mark.tsx';
import { BarTable } from '#web/ui/charts/bar-table.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { RequestsLink } from '#web/records/range/requests-link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Text, look } from '#web/ui/layout/layout.tsx';
import styles from './dashboard.module.css';

// Fetched when it is opened: its table would be a fifth of what the dashboard fetches.
const OtherSkillsDialog = lazy(async () => {
  const { OtherSkillsDialog: Dialog } = await import('./other-skills-dialog.tsx');
  return { default: Dialog };
});

interface SkillsPanelProps {
  stats: AnalyticsStats | undefined;
  /** The range, for links to other pages. */
  search: object;
  /** The range, for the API. */
  query: RangeQuery;
}

/** Usage events and their cost by skill. */
export function SkillsPanel({ stats, search, query }: SkillsPanelProps) {
  const [isRestOpen, setRestOpen] = useState(false);
  return (
    <ChartPanel
      title="Skills by requests"
      note={stats ? <Total stats={stats} search={search} /> : <SkeletonLine width="14rem" />}
    >
      <div className={styles.skills} data-waiting={!stats || undefined}>
        {stats?.skills.length === 0 && (
          <Text pad={[8, 0]} tone="faint">
            No billed requests in this period.
          </Text>
        )}
        {stats && stats.skills.length > 0 && (
          <BarTable
            caption="Skills by requests"
            nameHead="Skill"
            valueHead="Requests"
            {...(stats.cost !== undefined && { amountHead: 'Cost' })}
            rows={stats.skills.map(({ _id, name, requests, previous, cost }) => ({
              key: _id ?? 'others',
              name,
              label:
                _id === null ? (
                  <LinkButton isQuiet onClick={() => setRestOpen(true)}>
                    {name}
                  </LinkButton>
                ) : (
                  <RequestsLink range={stats} skill={_id}>
                    {name}
                  </RequestsLink>
                ),
              value: requests,
              ...(cost !== undefined && { amount: formatEuroTotal(cost) }),
              share: formatPercent(toShare(requests, stats.requests)),
              comparison: compareCounts(requests, previous),
              tone: _id === null ? 'grey' : 'accent',
            }))}
          />
        )}
      </div>
      {isRestOpen && stats && (
        <Suspense>
          <OtherSkillsDialog range={stats} query={query} onClose={() => setRestOpen(false)} />
        </Suspense>
      )}
    </ChartPanel>
  );
}

function Total({ stats, search }: { stats: AnalyticsStats; search: object }) {
  const { requests, previous, cost } = stats;
  return (
    <>
      <RequestsLink range={stats}>{formatCounted(requests, 'requests')}</RequestsLink>{' '}
      <ChangeMark comparison={compareCounts(requests, previous.requests)} />
      {cost !== undefined && (
        <span>
          {' '}
          · <Cost cost={cost} search={search} />
        </span>
      )}
    </>
  );
}

/** The usage dashboard explains the cost of one month; that of other ranges is explained by the rows below. */
function Cost({ cost, search }: { cost: number; search: { from?: string; to?: string } }) {
  const words = `${formatEuroTotal(cost)} ${netWords}`;
  const period = search.from?.slice(0, 7);
  if (period !== search.to?.slice(0, 7)) return words;
  return (
    <Link to={paths.usage()} search={{ period }} {...look({ tone: 'quiet' })}>
      {words}
    </Link>
  );
}
