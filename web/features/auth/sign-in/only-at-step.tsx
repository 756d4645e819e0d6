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
 * Renders the page of a sign-in step, or redirects to the log-in page in any other state. Directly after the previous
 * step the page renders at once, before the server has confirmed the state.
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
      // Without an answer the remembered step counts; the form shows the problem.
      .catch(() => {
        if (!calledOff.signal.aborted) setThere((known) => known ?? false);
      });
    return () => calledOff.abort();
  }, [state]);
  if (isThere === undefined) return <PageLoader />;
  return isThere ? children : <Navigate to={paths.login()} replace />;
}
