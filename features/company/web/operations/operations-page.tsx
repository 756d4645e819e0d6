import { useCurrentUser } from '#web/api/current-user.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { MaintenancePanel } from '../maintenance/maintenance-panel.tsx';
import { ConcernsPanel } from './concerns-panel.tsx';
import { OperationsState } from './operations-state.tsx';
import { StateTiles } from './state-tiles.tsx';
import { VersionsPanel } from './versions-panel.tsx';

/** `/operations`: what needs the operator of the portal, and what it runs on; for the provider's SuperAdmins. */
export function OperationsPage() {
  const { timeZone } = useCurrentUser();
  return (
    <>
      <PageHeader title="Operations" purpose="System health and open issues. Refreshed every 15 seconds." />
      <OperationsState>
        {(data, loadedAt) => (
          <>
            <StateTiles operations={data} zone={timeZone} />
            <ConcernsPanel operations={data} now={loadedAt} zone={timeZone} />
            <ChecksPanel zone={timeZone} />
            <MaintenancePanel zone={timeZone} />
            <VersionsPanel operations={data} zone={timeZone} />
          </>
        )}
      </OperationsState>
    </>
  );
}
