import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '../../../api/client.ts';
import { rememberReturnPath } from './return-path.ts';
import { useNextStep } from './use-next-step.ts';

/** Sends whoever is signed in already, or stands before a forced new password, straight on from the log-in page. */
export function useResumedSession() {
  const goOn = useNextStep();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  useEffect(() => {
    const returnTo = new URLSearchParams(searchStr).get('returnTo');
    if (returnTo !== null) rememberReturnPath(returnTo);
  }, [searchStr]);
  useEffect(() => {
    const calledOff = new AbortController();
    client.session
      .get(undefined, { signal: calledOff.signal })
      .then((step) => {
        const isUnderWay = step.state === 'signedIn' || step.state === 'requireNewPassword';
        if (isUnderWay && !calledOff.signal.aborted) void goOn(step);
      })
      // The form works without knowing; signing in will tell what is wrong.
      .catch(() => undefined);
    return () => calledOff.abort();
  }, [goOn]);
}
