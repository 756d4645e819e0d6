import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { AuthLayout } from './auth-layout.tsx';
import { findRememberedStep } from './remembered-step.ts';
import { RequestResetForm } from './request-reset-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const backToLogIn = <Link to={paths.login()}>Back to log in</Link>;

/** Forgot password, section 2.8: the e-mail first, then its code with a new password. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState<string>();
  const [typedBefore] = useState(() => findRememberedStep()?.email ?? '');
  if (email === undefined) {
    return (
      <AuthLayout
        heading="Reset your password"
        intro="Give the e-mail address you log in with, and we will send it a code."
        links={backToLogIn}
      >
        <RequestResetForm initialEmail={typedBefore} onSent={setEmail} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      heading="Choose a new password"
      intro={
        <>
          If <strong>{email}</strong> has an account, a code is on its way there. It is good for ten minutes.
        </>
      }
      links={backToLogIn}
    >
      <ResetPasswordForm email={email} onOtherEmail={() => setEmail(undefined)} />
    </AuthLayout>
  );
}
