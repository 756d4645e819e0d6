import { Link, Navigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TwoFactorSetUp } from '#contract/session/session-forms.ts';
import { ApiProblem } from '../../../api/api-problem.ts';
import { currentUserQuery } from '../../../api/current-user.ts';
import { toErrorWords } from '../../../api/error-words.ts';
import { paths } from '../../../paths.ts';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { TwoFactorKey } from './two-factor-key.tsx';
import { TwoFactorPasswordForm } from './two-factor-password-form.tsx';

const heading = 'Set up two-factor sign-in';
const backToSecurity = <Link to={paths.security()}>Back to security</Link>;

/** The TOTP setup of section 2.8, for whoever is signed in: password, then the key and a first code. */
export function TwoFactorSetupPage() {
  const { data: user, error } = useQuery(currentUserQuery);
  const [setUp, setSetUp] = useState<TwoFactorSetUp>();
  if (error instanceof ApiProblem && (error.is('session.required') || error.is('session.step-out-of-turn'))) {
    return <Navigate to={paths.login(paths.security())} replace />;
  }
  if (error) {
    return (
      <AuthLayout heading={heading} links={backToSecurity}>
        <FormAlert>{toErrorWords(error)}</FormAlert>
      </AuthLayout>
    );
  }
  if (!user) return <PageLoader />;
  if (user.hasTwoFactor) {
    return <AuthLayout heading={heading} intro="Two-factor sign-in is already on." links={backToSecurity} />;
  }
  if (!setUp) {
    return (
      <AuthLayout
        heading={heading}
        intro="From then on, signing in takes a code of your authenticator app as well. Your password first."
        links={backToSecurity}
      >
        <TwoFactorPasswordForm email={user.email} onSetUp={setSetUp} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      heading={heading}
      intro="Scan this with your authenticator app, then enter the code it shows."
      links={backToSecurity}
    >
      <TwoFactorKey setUp={setUp} />
    </AuthLayout>
  );
}
