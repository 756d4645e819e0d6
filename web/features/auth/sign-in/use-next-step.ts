import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SessionStep } from '#contract/session/session-forms.ts';
import { chooseCompany } from '../../../api/chosen-company.ts';
import { announceSessionChange } from '../../../api/session-changes.ts';
import { paths } from '../../../paths.ts';
import { getAuthPath } from './auth-path.ts';
import { forgetStep, rememberStep } from './remembered-step.ts';
import { takeReturnPath } from './return-path.ts';

interface NextStep extends SessionStep {
  readonly notice?: string;
}

/** Goes to the screen of the step that the API has answered, at last to where the person wanted to go. */
export function useNextStep() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useCallback(
    (step: NextStep) => {
      if (step.state !== 'signedIn') {
        rememberStep(step);
        const href = getAuthPath(step.state, '/');
        // Whatever leads back to the log-in page is finished, and Back does not lead into it once more.
        return router.navigate({ href, replace: href === paths.login() });
      }
      forgetStep();
      // Nothing that an earlier person of this tab has seen or chosen may show up for this one.
      chooseCompany(undefined);
      queryClient.clear();
      announceSessionChange('signed-in');
      return router.navigate({ href: getAuthPath('signedIn', takeReturnPath()), replace: true });
    },
    [router, queryClient],
  );
}
