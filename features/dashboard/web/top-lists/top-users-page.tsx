import { can } from '#contract/capabilities.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { getTopUsersQuery } from '../analytics.queries.ts';
import { toFullName } from '#web/records/conversations/full-name.ts';
import { useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';
import { defineTopColumns, TopPage } from './top-page.tsx';
import { useLiveList } from './use-live-list.ts';

const columns = defineTopColumns('User name', 'Total messages', true);

/** `/analytics/top-users` (section 2.6). */
export function TopUsersPage() {
  const scope = useAnalyticsScope();
  const answer = useQuery(getTopUsersQuery(scope.query));
  const { rows: listed, live } = useLiveList({ watch: 'watchTopUsers', query: scope.query, answer });
  const { from, to, technicalUsers } = scope.query;
  const filter = { from, to, technicalUsers: technicalUsers === 'true' };
  const rows = useMemo(
    () =>
      listed?.map((user) => ({
        id: user._id,
        name: toFullName(user),
        isMapped: user.isMapped,
        total: user.total,
        rank: user.rank,
      })),
    [listed],
  );
  const explanation = rows?.some(({ isMapped }) => isMapped === false)
    ? ' “Not in the user list”: deleted, or known only to the assistant.'
    : '';
  return (
    <TopPage
      title="Top users"
      purpose={`Everyone with a conversation at ${scope.user.companyName} in this period, by messages.${explanation}`}
      actions={
        <DownloadMenu
          label="Download top users"
          isEmpty={rows?.length === 0}
          choices={[toDownloadable('topUsers', filter)]}
        />
      }
      caption="Users by messages"
      loadingLabel="Loading users"
      empty={{ drawing: 'people', text: 'No activity in this period.' }}
      toFilter={can(scope.user, 'transcripts.read-all') ? ({ id }) => ({ users: id }) : undefined}
      {...{ scope, answer, live, rows, columns }}
    />
  );
}
