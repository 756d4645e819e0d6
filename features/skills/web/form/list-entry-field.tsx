import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PlusIcon } from '#web/ui/drawings/icons.tsx';

interface ListEntryFieldProps {
  label: string;
  description: string;
  /** Typed text that is not added yet. */
  text: string;
  onText: (text: string) => void;
  /** The name of the plus button. */
  addLabel: string;
  /** Adds a text, or answers why it can not be added. */
  onAdd: (text: string) => string | undefined;
  /** The problem of the whole list; true marks the field without a message. */
  error: ReactNode;
  /** The attributes by which the form focuses the field. */
  pathProps: object;
  isRequired?: boolean;
  inputMode?: 'text' | 'url';
}

/** The helper field of a list: Enter or the plus button adds its text, which is not sent otherwise (section 5). */
export function ListEntryField(props: ListEntryFieldProps) {
  const { label, description, text, onText, addLabel, onAdd, error, pathProps, isRequired, inputMode = 'text' } = props;
  const [problem, setProblem] = useState<string>();

  function add() {
    const entry = text.trim();
    if (entry === '') return;
    const rejected = onAdd(entry);
    setProblem(rejected);
    if (rejected === undefined) onText('');
  }

  return (
    <TextInput
      label={label}
      description={description}
      value={text}
      error={problem ?? error}
      {...pathProps}
      aria-required={isRequired}
      inputMode={inputMode}
      autoComplete="off"
      onChange={(event) => {
        onText(event.currentTarget.value);
        setProblem(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        // Enter would submit the form.
        event.preventDefault();
        add();
      }}
      rightSection={
        <IconButton label={addLabel} onClick={add}>
          <PlusIcon size={18} />
        </IconButton>
      }
    />
  );
}
