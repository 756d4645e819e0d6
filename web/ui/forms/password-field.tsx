import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface PasswordFieldProps extends Omit<PasswordInputProps, 'autoComplete'> {
  /** Autofill of password managers: the current password, or a generated one. */
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
