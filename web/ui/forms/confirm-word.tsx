import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';

/** The word that is typed before something is deleted for good. */
export const deleteWord = 'DELETE';

/** The field in which a word is typed before an action, e.g. `DELETE` or the name of a key; no field without a word. */
export function useConfirmWord(word: string | undefined) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  /** Whether the word was typed; says so where it was not. */
  function confirm(): boolean {
    const given = word === deleteWord ? typed : typed.trim();
    if (word === undefined || given === word) return true;
    setError(word === deleteWord ? 'Please enter DELETE to confirm the deletion' : `Please enter ${word} to confirm.`);
    return false;
  }

  const renderField = (props: { readonly 'data-autofocus'?: true; readonly mt?: 'md' } = {}) =>
    word !== undefined && (
      <TextInput
        {...props}
        ref={input}
        label={`Type ${word} to confirm`}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
        autoComplete="off"
        autoCapitalize={word === deleteWord ? 'characters' : 'none'}
        spellCheck={false}
      />
    );
  return { confirm, renderField, focus: () => input.current?.focus() };
}
