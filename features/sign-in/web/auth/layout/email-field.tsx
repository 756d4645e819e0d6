import { TextInput, type TextInputProps } from '@mantine/core';

/** The address that an account signs in with, filled in by password managers. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label="E-mail"
      type="email"
      size="md"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
