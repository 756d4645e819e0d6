import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { parseSearch } from '#contract/conversations/search-words.ts';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { WithheldNotice } from '#web/records/withheld-notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LogFilters } from './filters/log-filters.tsx';
import { LogList } from './log-list.tsx';
import { toLogQuery } from './log-query.ts';
import type { Found } from '../conversation/use-found.ts';
import { parseMessageId, parseRecordId } from './log-search.ts';
import { useLiveLogs, useLogs } from './log.queries.ts';
import { useErrorNotice } from '#web/records/use-error-notice.ts';
import { useSteps } from './use-steps.ts';
import { findPlace, useLogPlace } from './use-log-place.ts';
import { useLogFilter } from './filters/use-log-filter.ts';

const ConversationDialog = lazy(async () => {
  const { ConversationDialog: component } = await import('../conversation/conversation-dialog.tsx');
  return { default: component };
});

interface OpenConversationProps {
  id: string;
  logs: ReturnType<typeof useLogs>;
  found: Found;
  page: number;
  onPage: (page: number) => void;
}

/** A conversation that is not on the page of the list is loaded by itself. */
function OpenConversation({ id, logs, found, page, onPage }: OpenConversationProps) {
  const rows = logs.data?.payloads ?? [];
  const steps = useSteps({ id, logs, page, onPage });
  const place = rows.findIndex(({ _id }) => _id === id);
  if (place === -1) return <ConversationDialog id={id} record={undefined} found={found} />;
  const words = rows[place]?.hits?.flatMap(({ excerpt }) => excerpt.filter(({ isHit }) => isHit)) ?? [];
  const shown = { ...found, spellings: [...found.spellings, ...words.map(({ text }) => text)] };
  return <ConversationDialog id={id} record={rows[place]} neighbours={steps} found={shown} />;
}

/** The words and phrases of a search as they were typed. */
const listSearched = (search: string) =>
  parseSearch(search).flatMap(({ words, isExcluded }) => (isExcluded ? [] : words.join(' ')));

/** All pages of the list. */
function LogDownload({
  query: { page: _page, limit: _limit, place: _place, totals: _totals, ...filter },
  isEmpty,
}: {
  query: LogQuery;
  isEmpty: boolean;
}) {
  const choices = [
    toDownloadable('conversations', filter, 'Conversations'),
    toDownloadable('messages', filter, 'Messages'),
  ];
  return <DownloadMenu label="Download conversations" isEmpty={isEmpty} choices={choices} />;
}

/** `/analytics/logs` (section 2.6). */
export function LogListPage() {
  const state = useLogFilter();
  const { place, keep } = useLogPlace(state.filter);
  const query = toLogQuery(state.filter, place);
  const logs = useLogs(query);
  const address = useSearch({ strict: false });
  const recordId = parseRecordId(address);
  const found = { messageId: parseMessageId(address), spellings: listSearched(state.filter.search) };
  const live = useLiveLogs(logs, query);
  useErrorNotice(logs);

  function goToPage(page: number) {
    // While another page is loading its rows are not there yet, and the place of the one before holds.
    if (!logs.isPlaceholderData) keep(findPlace(logs.data?.payloads ?? [], { from: state.filter.page, to: page }));
    state.change({ page });
  }

  function showNews() {
    if (!place) return void logs.refetch();
    keep(undefined);
    state.change({ page: 1 });
  }

  return (
    <>
      <PageHeader
        title="Conversation logs"
        isDense
        actions={<LogDownload query={query} isEmpty={logs.data?.size === 0 && !logs.isPlaceholderData} />}
      />
      {!can(useCurrentUser(), 'transcripts.read-all') && (
        <WithheldNotice>
          You see your own conversations only. Your company’s administrators have restricted access to the other
          transcripts.
        </WithheldNotice>
      )}
      <LogFilters
        state={state}
        isLoading={logs.isFetching}
        updatedAt={logs.dataUpdatedAt}
        isLive={live.isLive}
        onRefresh={() => void logs.refetch()}
      />
      <LogList state={state} logs={logs} live={live} onPage={goToPage} onNews={showNews} />
      {recordId !== undefined && (
        <Suspense>
          <OpenConversation id={recordId} logs={logs} found={found} page={state.filter.page} onPage={goToPage} />
        </Suspense>
      )}
    </>
  );
}
