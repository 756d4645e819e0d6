import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PlusIcon } from '../../../ui/drawings/icons.tsx';
import styles from './list-fields.module.css';

interface ListEntryFieldProps {
  label: string;
  description: string;
  /** The name of the plus. */
  addLabel: string;
  /** Why this text can not be added; undefined where it has been. */
  onAdd: (text: string) => string | undefined;
  /** What is wrong with the list as a whole; true marks it without words. */
  error: ReactNode;
  /** Of the form, which finds the field by them when it gets the focus. */
  pathProps: object;
  isRequired?: boolean;
  inputMode?: 'text' | 'url';
}

/** The helper field of a list: Enter or the plus adds what stands in it, which is not sent by itself (section 5). */
export function ListEntryField(props: ListEntryFieldProps) {
  const { label, description, addLabel, onAdd, error, pathProps, isRequired, inputMode = 'text' } = props;
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();

  function add() {
    const entry = text.trim();
    if (entry === '') return;
    const refused = onAdd(entry);
    setRefusal(refused);
    if (refused === undefined) setText('');
  }

  return (
    <TextInput
      label={label}
      description={description}
      value={text}
      error={refusal ?? error}
      {...pathProps}
      aria-required={isRequired}
      inputMode={inputMode}
      autoComplete="off"
      onChange={(event) => {
        setText(event.currentTarget.value);
        setRefusal(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        // Enter would else send the form.
        event.preventDefault();
        add();
      }}
      rightSection={
        <button type="button" className={styles.sign} aria-label={addLabel} onClick={add}>
          <PlusIcon size={18} />
        </button>
      }
    />
  );
}
