import { useState } from 'react';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { LogInAgain } from '../sign-in/log-in-again.tsx';
import { OnlyAtStep } from '../sign-in/only-at-step.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { secondFactorWords } from './second-factor-words.ts';
import type { SecondFactor } from './second-factor-words.ts';

/** `/two-factor` (section 2.8): authenticator app or recovery code. */
export function TwoFactorPage() {
  return (
    <OnlyAtStep state="confirmSignIn">
      <ConfirmSignIn />
    </OnlyAtStep>
  );
}

function ConfirmSignIn() {
  const [method, setMethod] = useState<SecondFactor>('totp');
  return (
    <AuthLayout heading="Two-factor authentication" intro={secondFactorWords[method].intro} links={<LogInAgain />}>
      <SecondFactorForm key={method} method={method} onChoose={setMethod} />
    </AuthLayout>
  );
}
