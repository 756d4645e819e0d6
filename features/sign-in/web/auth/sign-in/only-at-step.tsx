import { Navigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { AuthState, SessionStep } from '#features/sign-in/contract/session-forms.ts';
import { client } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { PageLoader } from '#web/ui/feedback/page-loader.tsx';
import { arrivalNotices, findRememberedStep, rememberStep } from './remembered-step.ts';

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
        if (calledOff.signal.aborted) return;
        keepStep(state, step);
        setThere(step.state === state);
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

/** Remembers the step in a tab that did not begin it, and why it is left where it is over. The key of an app is not kept. */
function keepStep(expected: AuthState, { state, email, codeFrom }: SessionStep) {
  const remembered = findRememberedStep();
  const isHere = remembered?.state === expected;
  if (state === expected && !isHere) rememberStep({ state, email, codeFrom });
  if (state === 'signedOut' && isHere) {
    rememberStep({ state: 'signIn', email: remembered.email, notice: arrivalNotices['step-expired'] });
  }
}
