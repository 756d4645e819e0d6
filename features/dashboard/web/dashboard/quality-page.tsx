import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#web/records/load-error.tsx';
import { DateRangeToolbar } from '#web/records/range/date-range-toolbar.tsx';
import { useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';
import { Block } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { getStatsQuery, useLiveFigures } from '../analytics.queries.ts';
import { useErrorNotice } from '#web/records/use-error-notice.ts';
import { AnswersPanel } from './dashboard-answers-panel.tsx';
import { ComparedDays } from './compared-days.tsx';
import { SkillsPanel } from './dashboard-skills-panel.tsx';

/** `/analytics/quality`: how well the assistant answers, for those who make it better. */
export function QualityPage() {
  const scope = useAnalyticsScope();
  const query = { ...scope.query, compare: scope.compare };
  const stats = useQuery(getStatsQuery(query));
  const { data, error, isFetching, isPlaceholderData } = stats;
  const isLive = useLiveFigures(query, data !== undefined && !isPlaceholderData && !error, () => undefined);
  useErrorNotice(stats);
  return (
    <>
      <PageHeader title="Quality" />
      <DateRangeToolbar
        scope={scope}
        updatedAt={data?.date}
        isFetching={isFetching}
        isLive={isLive}
        isPolling={data?.demo !== undefined}
        onRefresh={() => void stats.refetch()}
      />
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void stats.refetch()} />
      {(data || !error) && (
        <Block aria-busy={!data || isPlaceholderData} stale={isPlaceholderData || error !== null}>
          <ComparedDays stats={data} scope={scope} />
          <AnswersPanel search={scope.search} query={query} />
          <Block above={12}>
            <SkillsPanel stats={data} search={scope.search} query={scope.query} />
          </Block>
        </Block>
      )}
    </>
  );
}
