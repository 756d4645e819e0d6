import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Stack, look } from '#web/ui/layout/layout.tsx';

interface AuthFormProps extends Pick<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'noValidate'> {
  alert: string | null;
  submitLabel: string;
  busy: boolean;
  children: ReactNode;
}

/** The form of one sign-in step: the alert above the fields, one button below them. */
export function AuthForm({ alert, submitLabel, busy, children, ...formProps }: AuthFormProps) {
  return (
    <form {...formProps} aria-busy={busy}>
      <FormAlert>{alert}</FormAlert>
      <Stack gap={5}>{children}</Stack>
      <Button type="submit" size="md" fullWidth loading={busy} {...look({ above: 6 })}>
        {submitLabel}
      </Button>
    </form>
  );
}
