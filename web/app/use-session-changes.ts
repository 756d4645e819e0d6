import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chooseCompany } from '../api/chosen-company.ts';
import { onSessionChange } from '../api/session-changes.ts';
import { paths } from '../paths.ts';

/** Leaves the signed-in screens, with everything they knew, as soon as the session has ended in any tab. */
export function useSessionChanges(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'signed-in') return;
        chooseCompany(undefined);
        const isInside = router.state.matches.some((match) => match.routeId === '/shell');
        if (!isInside) {
          queryClient.clear();
          return;
        }
        void router
          .navigate({ href: paths.login(router.state.location.href), replace: true })
          .then(() => queryClient.clear());
      }),
    [router, queryClient],
  );
}
