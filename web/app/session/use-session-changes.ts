import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chooseCompany } from '../../api/chosen-company.ts';
import { client } from '../../api/client.ts';
import { onSessionChange } from '../../api/session-changes.ts';
import { leavePage } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';

/** Leaves the signed-in screens, with everything they knew, as soon as the session has ended in any tab. */
export function useSessionChanges(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    const isInside = () => router.state.matches.some((match) => match.routeId === '/shell');
    async function leaveShell() {
      const href = paths.login(router.state.location.href);
      if (!isInside() || (await leavePage(() => router.navigate({ href, replace: true })))) {
        queryClient.clear();
        return;
      }
      // Somebody stayed for something unsaved and has moved on since; perhaps signed in again in another tab.
      const { state } = await client.session.get();
      if (state !== 'signedIn') await leaveShell();
    }
    return onSessionChange((change) => {
      if (change === 'signed-in') return;
      chooseCompany(undefined);
      // Offline nobody can tell; the next call that is refused leads here again.
      leaveShell().catch(() => undefined);
    });
  }, [router, queryClient]);
}
