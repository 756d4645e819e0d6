import { Link } from '@tanstack/react-router';
import { client } from '#web/api/client.ts';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { takePassword } from '../sign-in/kept-password.ts';
import { countFreshSeconds, findRememberedStep } from '../sign-in/remembered-step.ts';
import { useNextStep } from '../sign-in/use-next-step.ts';
import { VerifyForm } from './verify-form.tsx';

const verifiedNotice = {
  open: 'Your account is verified. You can sign in now.',
  approval: 'Your account is verified. You can sign in as soon as your company is approved.',
  closed: 'Your account is verified. You can sign in now.',
} as const;

/** At the user pool of a company, whose users are added by the company. */
const awaitedNotice = 'Your account is verified. You can sign in as soon as your administrator has added you.';

/** Sign-up, and sign-in to an unverified account, may just have mailed a code; another one would be rejected. */
function countWaitSeconds(): number {
  const step = findRememberedStep();
  return step?.state === 'confirmSignUp' ? countFreshSeconds(step) : 0;
}

/** Signs in with the password of the step before; undefined where it is not known any more, or is refused. */
async function signIn(email: string) {
  const password = takePassword(email);
  if (password === undefined) return undefined;
  return client.session.signIn({ body: { email, password } }).catch(() => undefined);
}

/** Verifies the address of a new account, then signs in, or leads to the log-in page. */
export function VerifyAccount({ email }: { email: string }) {
  const goOn = useNextStep();
  return (
    <VerifyForm
      email={email}
      countWaitSeconds={countWaitSeconds}
      sendCode={() => client.session.resendCode({ body: { email } })}
      confirm={async (code) => {
        const proven = await client.session.confirmSignUp({ body: { email, code } });
        const step = proven.state === 'signIn' ? ((await signIn(email)) ?? proven) : proven;
        const notice = step.state === 'signedUp' ? awaitedNotice : verifiedNotice[settings.signUp];
        await goOn({ email, notice, ...step });
      }}
      links={<Link to={paths.login()}>Log in now</Link>}
    />
  );
}
