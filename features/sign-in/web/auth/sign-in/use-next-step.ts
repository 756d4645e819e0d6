import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SessionStep } from '#features/sign-in/contract/session-forms.ts';
import { chooseCompany } from '#web/api/chosen-company.ts';
import { announceSessionChange } from '#web/api/session/session-changes.ts';
import { paths } from '#web/paths.ts';
import { getAuthPath } from './auth-path.ts';
import { forgetStep, rememberStep } from './remembered-step.ts';
import { takeReturnPath } from './return-path.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step follows a sign-in that no page has asked for: it leads to the home of who signed in. */
    leadsHome?: true;
  }
}

interface NextStep extends SessionStep {
  readonly notice?: string;
}

/** Navigates to the page of the step in the API's answer, and after the last step to the return path. */
export function useNextStep() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useCallback(
    (step: NextStep) => {
      if (step.state !== 'signedIn') {
        rememberStep(step);
        const href = getAuthPath(step.state, '/');
        // A step that leads back to the log-in page is finished, so Back must not open it again.
        return router.navigate({ href, replace: href === paths.login() });
      }
      forgetStep();
      // Data and choices of an earlier user of this tab must not be shown to this user.
      chooseCompany(undefined);
      queryClient.clear();
      announceSessionChange('signed-in');
      const href = getAuthPath('signedIn', takeReturnPath());
      if (href !== paths.dashboard()) return router.navigate({ href, replace: true });
      return router.navigate({ to: href, replace: true, state: { leadsHome: true } });
    },
    [router, queryClient],
  );
}
