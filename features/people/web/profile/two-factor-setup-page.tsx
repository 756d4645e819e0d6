import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TwoFactorSetUp } from '#features/sign-in/contract/session-forms.ts';
import { client } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';
import { useRefreshFactor } from './profile.queries.ts';
import { TwoFactorKey } from './two-factor-key.tsx';

/**
 * `/two-factor/setup` (section 2.8): the password, then the key and a first code, then the recovery codes, which a user pool
 * does not have.
 */
export function TwoFactorSetupPage() {
  const { email, hasTwoFactor, isPoolSession } = useCurrentUser();
  const refresh = useRefreshFactor();
  const navigate = useNavigate();
  // The user pool says itself where its app is on already.
  const isOn = hasTwoFactor && !isPoolSession;
  const [setUp, setSetUp] = useState<TwoFactorSetUp>();
  const [isConfirmed, setConfirmed] = useState(false);

  async function confirm() {
    setConfirmed(true);
    showToast('Two-factor authentication is on.');
    await refresh();
    if (setUp?.recoveryCodes.length === 0) await navigate({ to: paths.security(), replace: true });
  }

  return (
    <>
      <PageHeader
        title="Set up two-factor authentication"
        purpose="Require a code from your authenticator app when you sign in."
        eyebrow={<BackLink to={paths.security()}>Security</BackLink>}
      />
      {setUp && isConfirmed && setUp.recoveryCodes.length > 0 && <Codes codes={setUp.recoveryCodes} />}
      {!isConfirmed && isOn && <p>Two-factor authentication is already on.</p>}
      {!isConfirmed && !isOn && !setUp && (
        <FormSection title="Password" description="Enter your password to continue.">
          <TwoFactorPasswordForm email={email} onSetUp={setSetUp} />
        </FormSection>
      )}
      {!isConfirmed && !isOn && setUp && (
        <FormSection
          title="Authenticator app"
          description="Scan this code with your app, then enter the 6-digit code it shows."
        >
          <TwoFactorKey setUp={setUp} onConfirmed={confirm} />
        </FormSection>
      )}
    </>
  );
}

/** Shown once the first code has proven that the app works. */
function Codes({ codes }: { codes: readonly string[] }) {
  const navigate = useNavigate();
  return (
    <Stack gap={4} align="start">
      <RecoveryCodes codes={codes} />
      <Button onClick={() => void navigate({ to: paths.security() })}>I have saved these codes</Button>
    </Stack>
  );
}

const loadSchema = () => import('#features/sign-in/contract/session-forms.ts').then(({ PasswordForm }) => PasswordForm);

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
    <Stack {...formProps} as="form" gap={4} full measure={24}>
      <FormAlert>{alert}</FormAlert>
      {/* Names the account for password managers. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField label="Password" purpose="current" {...form.getInputProps('password')} />
      <Row gap={2} align="stretch" wrap>
        <Button type="submit" loading={isBusy}>
          Continue
        </Button>
      </Row>
    </Stack>
  );
}
