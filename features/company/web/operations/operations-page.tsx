import { useQuery } from '@tanstack/react-query';
import { queries } from '#web/api/queries.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { ConcernsPanel } from './concerns-panel.tsx';
import { QueuesPanel } from './queues-panel.tsx';
import { StateTiles } from './state-tiles.tsx';
import { VersionsPanel } from './versions-panel.tsx';
import { Stack } from '#web/ui/layout/layout.tsx';

const refreshMs = 15_000;

/** `/operations`: what needs the operator of the portal, and what it runs on; for the provider's SuperAdmins. */
export function OperationsPage() {
  const { timeZone } = useCurrentUser();
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery(
    queries.operations.get.queryOptions({ refetchInterval: refreshMs }),
  );
  return (
    <>
      <PageHeader title="Operations" purpose="System health and open issues. Refreshed every 15 seconds." />
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && (
        <Stack gap={12}>
          <StateTiles operations={data} zone={timeZone} />
          <ConcernsPanel operations={data} now={new Date(dataUpdatedAt)} zone={timeZone} />
          <QueuesPanel queues={data?.queues} zone={timeZone} />
          <BackupsPanel operations={data} zone={timeZone} />
          <VersionsPanel operations={data} zone={timeZone} />
        </Stack>
      )}
    </>
  );
}
