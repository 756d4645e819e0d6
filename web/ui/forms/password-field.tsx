import { PasswordInput } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';

interface PasswordFieldProps extends Omit<PasswordInputProps, 'autoComplete'> {
  /** Which password managers should fill in: the present one, or one to make up. */
  purpose: 'current' | 'new';
}

export function PasswordField({ purpose, ...props }: PasswordFieldProps) {
  return (
    <PasswordInput
      autoComplete={purpose === 'current' ? 'current-password' : 'new-password'}
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      {...props}
    />
  );
}
