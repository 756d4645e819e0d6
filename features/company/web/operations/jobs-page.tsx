import { useCurrentUser } from '#web/api/current-user.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { OperationsState } from './operations-state.tsx';
import { QueuesPanel } from './queues-panel.tsx';

/** `/operations/jobs`: the queues of jobs and the last backups of the portal; for the provider's SuperAdmins. */
export function JobsPage() {
  const { timeZone } = useCurrentUser();
  return (
    <>
      <PageHeader
        title="Jobs and backups"
        purpose="Work in the background, and the last backups. Refreshed every 15 seconds."
      />
      <OperationsState>
        {(data) => (
          <>
            <QueuesPanel queues={data?.queues} zone={timeZone} />
            <BackupsPanel operations={data} zone={timeZone} />
          </>
        )}
      </OperationsState>
    </>
  );
}
