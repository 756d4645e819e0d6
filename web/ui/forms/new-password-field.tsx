import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from './password-field.tsx';

/** A password that is chosen, with the rule of section 5 before one fails it. */
export function NewPasswordField({ label = 'New password', ...props }: PasswordInputProps) {
  return (
    <PasswordField
      label={label}
      size="md"
      purpose="new"
      description="8–40 characters, including upper- and lowercase letters, a number and a symbol."
      {...props}
    />
  );
}
