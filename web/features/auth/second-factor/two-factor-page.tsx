import { useState } from 'react';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { LogInAgain } from '../sign-in/log-in-again.tsx';
import { OnlyAtStep } from '../sign-in/only-at-step.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { findRememberedStep } from '../sign-in/remembered-step.ts';
import { secondFactorWords } from './second-factor-words.ts';
import type { SecondFactor } from './second-factor-words.ts';

/** `/two-factor` (section 2.8): authenticator app, mailed code or recovery code. */
export function TwoFactorPage() {
  return (
    <OnlyAtStep state="confirmSignIn">
      <ConfirmSignIn />
    </OnlyAtStep>
  );
}

interface Choice {
  readonly method: SecondFactor;
  /** Until another code can be requested. */
  readonly waitSeconds?: number | undefined;
}

function ConfirmSignIn() {
  const [{ method, waitSeconds }, setChoice] = useState<Choice>({ method: 'totp' });
  const [email] = useState(() => findRememberedStep()?.email);
  return (
    <AuthLayout
      heading="Two-factor authentication"
      intro={secondFactorWords[method].getIntro(email)}
      links={<LogInAgain />}
    >
      <SecondFactorForm
        key={method}
        method={method}
        waitSeconds={waitSeconds}
        onChoose={(chosen, seconds) => setChoice({ method: chosen, waitSeconds: seconds })}
      />
    </AuthLayout>
  );
}
