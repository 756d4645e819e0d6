import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { settings } from '../../../lib/settings.ts';
import { paths } from '../../../paths.ts';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { findRememberedStep } from './remembered-step.ts';
import { useNextStep } from './use-next-step.ts';
import { useResumedSession } from './use-resumed-session.ts';

const loadSchema = () => import('#contract/session/session-forms.ts').then(({ SignInForm }) => SignInForm);

/** Log in, section 2.8. */
export function SignInPage() {
  const goOn = useNextStep();
  useResumedSession();
  const [arrivedFrom] = useState(findRememberedStep);
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { email: arrivedFrom?.email ?? '', password: '' },
    loadSchema,
    onSubmit: async (body) => {
      const step = await client.session.signIn({ body });
      await goOn({ email: body.email, ...step });
    },
  });
  return (
    <AuthLayout heading="Log in to the portal" links={<OtherWays />}>
      {!alert && <Notice>{arrivedFrom?.notice}</Notice>}
      <AuthForm {...formProps} alert={alert} submitLabel="Log in" busy={isBusy}>
        <TextInput
          label="E-mail"
          type="email"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <PasswordField label="Password" size="md" purpose="current" {...form.getInputProps('password')} />
      </AuthForm>
    </AuthLayout>
  );
}

function OtherWays() {
  const { product, supportEmail } = settings.brand;
  return (
    <>
      <Link to={paths.forgotPassword()}>Reset password</Link>
      {settings.signUp !== 'closed' && (
        <span>
          New to {product}? <Link to={paths.signUp()}>Sign up</Link>
        </span>
      )}
      <span>
        Trouble logging in? <a href={`mailto:${supportEmail}`}>Contact the team</a>
      </span>
    </>
  );
}
