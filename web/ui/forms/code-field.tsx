import { TextInput, type TextInputProps } from '@mantine/core';
import styles from './forms.module.css';

/** A code from a mail or an authenticator, with numeric keyboard and one-time-code autofill. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      classNames={{ input: styles.code ?? '' }}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
