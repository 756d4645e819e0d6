import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UpdatePasswordForm } from '#features/sign-in/contract/session-forms.ts';
import { queries } from '#web/api/queries.ts';
import { client } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';

const loadSchema = () =>
  import('#features/sign-in/contract/session-forms.ts').then((forms) => forms.UpdatePasswordForm);

/** Changes the password; the other sessions end. */
export function SecurityPassword() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  function close() {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  }
  return (
    <Stack gap={4} align="start">
      <Text breaks="anywhere">
        You sign in with <strong>{useCurrentUser().email}</strong> and your password.
      </Text>
      {isOpen ? (
        <PasswordForm onDone={close} />
      ) : (
        <Button ref={opener} variant="default" onClick={() => setOpen(true)}>
          Change the password
        </Button>
      )}
    </Stack>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { form, formProps, alert, isBusy } = useApiForm<UpdatePasswordForm>({
    initialValues: { password: '', newPassword: '' },
    loadSchema,
    onSubmit: async (body) => {
      await client.session.updatePassword({ body });
      void queryClient.invalidateQueries({ queryKey: queries.session.listSessions.key() });
      showToast('Your password has been changed. All other sessions have been ended.');
      onDone();
    },
  });
  return (
    <Stack {...formProps} as="form" gap={4} full measure={24} aria-label="Change the password">
      <FormAlert>{alert}</FormAlert>
      <PasswordField ref={first} label="Current password" purpose="current" {...form.getInputProps('password')} />
      <NewPasswordField size="sm" {...form.getInputProps('newPassword')} />
      <Row gap={2} align="stretch" wrap>
        <Button type="submit" loading={isBusy}>
          Change the password
        </Button>
        <Button variant="default" onClick={onDone} disabled={isBusy}>
          Cancel
        </Button>
      </Row>
      <Link to={paths.forgotPassword()}>I don’t know my current password</Link>
    </Stack>
  );
}
