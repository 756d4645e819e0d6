import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogList } from './log-list.tsx';
import { toLogQuery } from './log-query.ts';
import { readRecordId } from './log-search.ts';
import { useLogs } from './log.queries.ts';
import { useErrorNotice } from './use-error-notice.ts';
import { useLogFilter } from './use-log-filter.ts';

const ConversationDialog = lazy(async () => {
  const { ConversationDialog: component } = await import('./conversation-dialog.tsx');
  return { default: component };
});

/** `/analytics/logs`: every conversation, filtered, page by page, each to be opened (section 2.6). */
export function LogListPage() {
  const { companyName } = useCurrentUser();
  const state = useLogFilter();
  const logs = useLogs(toLogQuery(state.filter));
  const recordId = readRecordId(useSearch({ strict: false }));
  useErrorNotice(logs);
  return (
    <>
      <PageHeader
        title="Conversation logs"
        purpose={`Every conversation at ${companyName}: its skill, its person and how it ended. Open one to read it.`}
      />
      <LogFilters
        state={state}
        isLoading={logs.isFetching}
        updatedAt={logs.dataUpdatedAt}
        onRefresh={() => void logs.refetch()}
      />
      <LogList state={state} logs={logs} />
      {recordId !== undefined && (
        <Suspense>
          <ConversationDialog id={recordId} record={logs.data?.payloads.find(({ _id }) => _id === recordId)} />
        </Suspense>
      )}
    </>
  );
}
