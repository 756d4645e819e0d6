import { useState } from 'react';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { LogInAgain } from '../sign-in/log-in-again.tsx';
import { OnlyAtStep } from '../sign-in/only-at-step.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { findRememberedStep } from '../sign-in/remembered-step.ts';
import { secondFactorWords } from './second-factor-words.ts';
import type { SecondFactor } from './second-factor-words.ts';

/** Confirm sign in and the extra sign-in step of section 2.8: authenticator, mailed code or recovery code. */
export function TwoFactorPage() {
  return (
    <OnlyAtStep state="confirmSignIn">
      <ConfirmSignIn />
    </OnlyAtStep>
  );
}

interface Choice {
  readonly method: SecondFactor;
  /** Why no other code was mailed when this was chosen. */
  readonly refusal?: string | undefined;
}

function ConfirmSignIn() {
  const [{ method, refusal }, setChoice] = useState<Choice>({ method: 'totp' });
  const [email] = useState(() => findRememberedStep()?.email);
  return (
    <AuthLayout heading="Confirm it is you" intro={secondFactorWords[method].getIntro(email)} links={<LogInAgain />}>
      <SecondFactorForm
        key={method}
        method={method}
        refusal={refusal}
        onChoose={(chosen, why) => setChoice({ method: chosen, refusal: why })}
      />
    </AuthLayout>
  );
}
