import { Link } from '@tanstack/react-router';
import { client } from '../../../api/client.ts';
import { settings } from '../../../lib/settings.ts';
import { paths } from '../../../paths.ts';
import { findRememberedStep, isFresh } from '../sign-in/remembered-step.ts';
import { useNextStep } from '../sign-in/use-next-step.ts';
import { VerifyScreen } from './verify-screen.tsx';

const verifiedNotice = {
  open: 'Your account is verified. You can log in now.',
  approval: 'Your account is verified. You can log in as soon as your company is approved.',
  closed: 'Your account is verified. You can log in now.',
} as const;

/** Signing up, and signing in to an unproven account, have just mailed a code; another would be refused. */
function isCodeOnItsWay(): boolean {
  const step = findRememberedStep();
  return step?.state === 'confirmSignUp' && isFresh(step);
}

/** Proves the address of a new account; after that the person logs in. */
export function VerifyAccount({ email }: { email: string }) {
  const goOn = useNextStep();
  return (
    <VerifyScreen
      email={email}
      isCodeOnItsWay={isCodeOnItsWay}
      sendCode={() => client.session.resendCode({ body: { email } })}
      confirm={async (code) => {
        const step = await client.session.confirmSignUp({ body: { email, code } });
        await goOn({ email, notice: verifiedNotice[settings.signUp], ...step });
      }}
      links={<Link to={paths.login()}>Log in now</Link>}
    />
  );
}
