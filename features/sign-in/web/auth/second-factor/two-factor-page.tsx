import { useState } from 'react';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { LogInAgain } from '../sign-in/log-in-again.tsx';
import { OnlyAtStep } from '../sign-in/only-at-step.tsx';
import { findRememberedStep } from '../sign-in/remembered-step.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { codeWords, secondFactorWords, type SecondFactor } from './second-factor-words.ts';

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
  const [codeFrom] = useState(() => findRememberedStep()?.codeFrom);
  // The user pool of a company has no recovery codes.
  if (codeFrom) {
    return (
      <AuthLayout heading="Two-factor authentication" intro={codeWords[codeFrom].intro} links={<LogInAgain />}>
        <SecondFactorForm method="totp" codeFrom={codeFrom} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout heading="Two-factor authentication" intro={secondFactorWords[method].intro} links={<LogInAgain />}>
      <SecondFactorForm key={method} method={method} onChoose={setMethod} />
    </AuthLayout>
  );
}
