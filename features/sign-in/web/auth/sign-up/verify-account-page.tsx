import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { PageLoader } from '#web/ui/feedback/page-loader.tsx';
import { findRememberedStep } from '../sign-in/remembered-step.ts';
import { VerifyAccount } from './verify-account.tsx';
import { VerifyContact } from './verify-contact.tsx';

/** Whether the page verifies the address of a new account or the new address of a signed-in user. */
type Subject = { kind: 'account' | 'contact'; email: string } | 'nothing';

async function findSubject(signal: AbortSignal): Promise<Subject> {
  const remembered = findRememberedStep();
  // A remembered address of another step is not verified here.
  const signedUpEmail = remembered?.state === 'confirmSignUp' ? remembered.email : undefined;
  const step = await client.session.get(undefined, { signal }).catch(() => undefined);
  if (step?.state === 'verifyContact' || step?.state === 'signedIn') {
    const { pendingEmail } = await client.session.getUser(undefined, { signal });
    return pendingEmail === null ? 'nothing' : { kind: 'contact', email: pendingEmail };
  }
  const email = step?.state === 'confirmSignUp' ? (step.email ?? remembered?.email) : signedUpEmail;
  return email === undefined ? 'nothing' : { kind: 'account', email };
}

/** `/verify-account` (section 2.8), also for the verify-contact step of section 4. */
export function VerifyAccountPage() {
  const [subject, setSubject] = useState<Subject>();
  useEffect(() => {
    const calledOff = new AbortController();
    findSubject(calledOff.signal)
      .catch((): Subject => 'nothing')
      .then((found) => {
        if (!calledOff.signal.aborted) setSubject(found);
      });
    return () => calledOff.abort();
  }, []);
  if (subject === undefined) return <PageLoader />;
  // The log-in page redirects a signed-in user.
  if (subject === 'nothing') return <Navigate to={paths.login()} replace />;
  return subject.kind === 'contact' ? <VerifyContact email={subject.email} /> : <VerifyAccount email={subject.email} />;
}
