import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { countFreshSeconds, findRememberedStep, rememberStep } from '../sign-in/remembered-step.ts';
import { RequestResetForm } from './request-reset-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const backToLogIn = <Link to={paths.login()}>Back to sign-in</Link>;

/** Kept in the address, so that Back leads from the code to the e-mail; the e-mail itself is not in the address. */
const codeStep = { step: 'code' };

/** `/forgot-password` (section 2.8): the e-mail, then its code with a new password. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const { step }: { step?: unknown } = useSearch({ strict: false });
  const [waitSeconds, setWaitSeconds] = useState<number>();
  const remembered = findRememberedStep();

  function goToCode(email: string, seconds: number | undefined) {
    rememberStep({ state: 'forgotPassword', email });
    setWaitSeconds(seconds);
    void navigate({ to: paths.forgotPassword(), search: codeStep });
  }

  if (step !== codeStep.step) {
    return (
      <AuthLayout
        heading="Reset your password"
        intro="Enter your e-mail address and we’ll send you a reset code."
        links={backToLogIn}
      >
        <RequestResetForm initialEmail={remembered?.email ?? ''} onSent={goToCode} />
      </AuthLayout>
    );
  }
  if (remembered?.state !== 'forgotPassword' || remembered.email === undefined) {
    return <Navigate to={paths.forgotPassword()} search={{}} replace />;
  }
  return (
    <AuthLayout
      heading="Choose a new password"
      intro={
        <span>
          If <strong>{remembered.email}</strong> has an account, we have e-mailed it a code. The code expires in 10
          minutes. If it doesn’t arrive, check your spam folder.
        </span>
      }
      links={backToLogIn}
    >
      <ResetPasswordForm
        email={remembered.email}
        waitSeconds={waitSeconds ?? countFreshSeconds(remembered)}
        onOtherEmail={() => void navigate({ to: paths.forgotPassword(), search: {} })}
      />
    </AuthLayout>
  );
}
