import { TextInput } from '@mantine/core';
import { useState } from 'react';

const confirmWord = 'DELETE';

/** The field in which the word DELETE is typed before something is deleted for good. */
export function useDeleteWord() {
  const [word, setWord] = useState('');
  const [error, setError] = useState<string>();

  /** Whether the word was typed; says so where it was not. */
  function confirm(): boolean {
    if (word === confirmWord) return true;
    setError('Please enter DELETE to confirm the deletion');
    return false;
  }

  const renderField = (props: { readonly 'data-autofocus'?: true; readonly mt?: 'md' } = {}) => (
    <TextInput
      {...props}
      label={`Type ${confirmWord} to confirm`}
      value={word}
      error={error}
      onChange={(event) => {
        setWord(event.currentTarget.value);
        setError(undefined);
      }}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
  return { confirm, renderField };
}
