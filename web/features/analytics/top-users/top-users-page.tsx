import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../records/back-link.tsx';
import { LoadError } from '../../../records/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { getTopUsersQuery } from '../analytics.queries.ts';
import { DateRangeToolbar } from '../range/date-range-toolbar.tsx';
import styles from './top-users-page.module.css';
import { TopUsersTable } from './top-users-table.tsx';
import { useAnalyticsScope } from '../range/use-analytics-scope.ts';
import { useErrorNotice } from '../logs/use-error-notice.ts';

/** `/analytics/top-users` (section 2.6). */
export function TopUsersPage() {
  const scope = useAnalyticsScope();
  const answer = useQuery(getTopUsersQuery(scope.query));
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt } = answer;
  // Deferred, so that rendering a long list does not delay a click.
  const users = useDeferredValue(data);
  const isStale = isPlaceholderData || (error !== null && data !== undefined);
  useErrorNotice(answer);
  return (
    <>
      <PageHeader
        title="Top users"
        eyebrow={
          <BackLink to={paths.dashboard()} search={scope.search}>
            Dashboard
          </BackLink>
        }
        purpose={`Most active users at ${scope.user.companyName}.`}
      />
      <DateRangeToolbar
        scope={scope}
        updatedAt={dataUpdatedAt === 0 || isPlaceholderData ? undefined : dataUpdatedAt}
        isFetching={isFetching}
        onRefresh={() => void answer.refetch()}
      />
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void answer.refetch()} />
      {(users || !error) && (
        <div className={styles.list} data-stale={isStale || undefined} aria-busy={isStale}>
          <TopUsersTable users={users} isStale={isPlaceholderData} />
        </div>
      )}
    </>
  );
}
