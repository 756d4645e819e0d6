import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import type { FirstSteps as Steps } from '#features/company/contract/first-steps.ts';
import { isOperatorAtHome } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { Columns } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { getStatsQuery, useLiveFigures } from '../analytics.queries.ts';
import { DashboardEmpty } from './dashboard-empty.tsx';
import { ComparedDays } from './compared-days.tsx';
import { DashboardFigures } from './dashboard-figures.tsx';
import { NeedsAttention, useAttention, useFollowingAttention } from './needs-attention.tsx';
import { DateRangeToolbar } from '#web/records/range/date-range-toolbar.tsx';
import { useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';
import { useErrorNotice } from '#web/records/use-error-notice.ts';

const FirstSteps = lazy(() => import('./first-steps/first-steps.tsx').then((file) => ({ default: file.FirstSteps })));

/**
 * `/` and `/analytics` (section 2.6).
 * @param bill the bill of the month, which stands above the figures
 */
export function DashboardPage({ bill }: { bill?: ReactNode }) {
  const scope = useAnalyticsScope();
  const query = { ...scope.query, compare: scope.compare };
  const stats = useQuery(getStatsQuery(query));
  const { data, error, isFetching, isPlaceholderData } = stats;
  const attention = useAttention(scope.user);
  const follow = useFollowingAttention();
  const isLive = useLiveFigures(query, data !== undefined && !isPlaceholderData && !error, follow);
  useErrorNotice(stats);
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            <Link to={paths.reports()}>E-mail reports</Link>
            <Link to={paths.logs()} search={scope.search}>
              Conversation logs
            </Link>
          </>
        }
      />
      <Beginning steps={attention.firstSteps} />
      <NeedsAttention user={scope.user} attention={attention} />
      {attention.isSettled && (
        <>
          <DateRangeToolbar
            scope={scope}
            updatedAt={data?.date}
            isFetching={isFetching}
            isLive={isLive}
            isPolling={data?.demo !== undefined}
            onRefresh={() => void stats.refetch()}
          />
          <Head bill={bill} stats={data} scope={scope} />
          <LoadError error={error} isRetrying={isFetching} onRetry={() => void stats.refetch()} />
          {data && hasNothing(data) && !isPlaceholderData && (
            <DashboardEmpty scope={scope} isConnected={attention.isConnected} />
          )}
          {data && !hasNothing(data) && (
            <DashboardFigures stats={data} scope={scope} isStale={isPlaceholderData || error !== null} />
          )}
          {!data && !error && <DashboardFigures scope={scope} isStale={false} />}
        </>
      )}
    </>
  );
}

interface HeadProps {
  bill: ReactNode;
  stats: AnalyticsStats | undefined;
  scope: ReturnType<typeof useAnalyticsScope>;
}

/** The choice of what the figures are compared with, below their range, and the bill beside it; the provider has neither without conversations of its own. */
function Head({ bill, stats, scope }: HeadProps) {
  if (isOperatorAtHome(scope.user) && (!stats || hasNothing(stats))) return null;
  return (
    <Columns of={bill ? ['20rem', 1] : ['20rem']} gap={6} align="start" collapse="tablet">
      <ComparedDays stats={stats} scope={scope} />
      {bill}
    </Columns>
  );
}

/** The first steps of a new company, which an old one does not load. */
function Beginning({ steps }: { steps: Steps | undefined }) {
  return (
    steps && (
      <Suspense fallback={null}>
        <FirstSteps {...steps} />
      </Suspense>
    )
  );
}

/** Without conversations in the range, in the previous period and in the demo. */
const hasNothing = ({ conversations, previous, demo }: AnalyticsStats): boolean =>
  conversations === 0 && previous.conversations === 0 && demo === undefined;
