import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TwoFactorSetUp } from '#contract/session/session-forms.ts';
import { ApiProblem } from '../../../api/api-problem.ts';
import { client } from '../../../api/client.ts';
import { currentUserQuery } from '../../../api/current-user.ts';
import { toErrorWords } from '../../../api/error-words.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { paths } from '../../../paths.ts';
import { PageLoader } from '../../../ui/feedback/page-loader.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { TwoFactorKey } from './two-factor-key.tsx';

const heading = 'Set up two-factor authentication';
const backToSecurity = <Link to={paths.security()}>Back to security</Link>;

/** `/two-factor/setup` (section 2.8), for a signed-in user: the password, then the key and a first code. */
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
    return <AuthLayout heading={heading} intro="Two-factor authentication is already on." links={backToSecurity} />;
  }
  if (!setUp) {
    return (
      <AuthLayout
        heading={heading}
        intro="Add a second step to sign-in. Enter your password to continue."
        links={backToSecurity}
      >
        <TwoFactorPasswordForm email={user.email} onSetUp={setSetUp} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      heading={heading}
      intro="Scan this code with your authenticator app, then enter the 6-digit code it shows."
      links={backToSecurity}
    >
      <TwoFactorKey setUp={setUp} />
    </AuthLayout>
  );
}

const loadSchema = () => import('#contract/session/session-forms.ts').then(({ PasswordForm }) => PasswordForm);

interface TwoFactorPasswordFormProps {
  email: string;
  onSetUp: (setUp: TwoFactorSetUp) => void;
}

/** Requires the password, so that an unattended browser can not lock its owner out. */
function TwoFactorPasswordForm({ email, onSetUp }: TwoFactorPasswordFormProps) {
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { password: '' },
    loadSchema,
    onSubmit: async (body) => {
      onSetUp(await client.session.setUpTwoFactor({ body }));
    },
  });
  return (
    <AuthForm {...formProps} alert={alert} submitLabel="Continue" busy={isBusy}>
      {/* Names the account for password managers. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField label="Password" size="md" purpose="current" {...form.getInputProps('password')} />
    </AuthForm>
  );
}
