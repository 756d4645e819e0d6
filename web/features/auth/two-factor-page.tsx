import { useState } from 'react';
import { AuthLayout } from './auth-layout.tsx';
import { LogInAgain } from './log-in-again.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SecondFactorChoice } from './second-factor-choice.tsx';
import { findRememberedStep } from './remembered-step.ts';
import { secondFactorWords } from './second-factor-words.ts';
import type { SecondFactor } from './second-factor-words.ts';

/** Confirm sign in and the extra sign-in step of section 2.8: authenticator, mailed code or recovery code. */
export function TwoFactorPage() {
  const [method, setMethod] = useState<SecondFactor>('totp');
  const [email] = useState(() => findRememberedStep()?.email);
  return (
    <AuthLayout heading="Confirm it is you" intro={secondFactorWords[method].getIntro(email)} links={<LogInAgain />}>
      <SecondFactorForm key={method} method={method} />
      <SecondFactorChoice method={method} onChoose={setMethod} />
    </AuthLayout>
  );
}
