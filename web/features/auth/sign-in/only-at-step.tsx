import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { AuthState } from '#contract/session/session-forms.ts';
import { client } from '../../../api/client.ts';
import { paths } from '../../../paths.ts';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import { findRememberedStep } from './remembered-step.ts';

interface OnlyAtStepProps {
  state: AuthState;
  children: ReactNode;
}

/**
 * Shows the screen of a step to whoever stands at it; everybody else begins at the log-in page. Right after the step
 * before it shows at once, and what the server says about it comes later.
 */
export function OnlyAtStep({ state, children }: OnlyAtStepProps) {
  const [isThere, setThere] = useState<boolean | undefined>(() => findRememberedStep()?.state === state || undefined);
  useEffect(() => {
    const calledOff = new AbortController();
    client.session
      .get(undefined, { signal: calledOff.signal })
      .then((step) => {
        if (!calledOff.signal.aborted) setThere(step.state === state);
      })
      // Out of reach the step before counts; the form itself will tell what is wrong.
      .catch(() => {
        if (!calledOff.signal.aborted) setThere((known) => known ?? false);
      });
    return () => calledOff.abort();
  }, [state]);
  if (isThere === undefined) return <PageLoader />;
  return isThere ? children : <Navigate to={paths.login()} replace />;
}
