import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { IconButton } from '../icon-button.tsx';
import { CloseIcon } from '../drawings/first-icons.tsx';
import { SearchIcon } from '../drawings/icons.tsx';
import { toKeyName } from '../keys/page-keys.ts';
import { usePageKey } from '../keys/use-page-key.ts';
import { Block } from '../layout/layout.tsx';

interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  /** The name of the field for screen readers. */
  label: string;
}

/** The search of a list. The key `/` leads here. */
export function SearchBox({ value, onChange, placeholder, label }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  usePageKey('search', () => {
    input.current?.focus();
    input.current?.select();
  });

  /** Moves the focus to the field, because the button disappears with the text. */
  function clear() {
    onChange('');
    input.current?.focus();
  }

  return (
    <Block breadth={20}>
      <TextInput
        ref={input}
        type="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
        }}
        placeholder={placeholder}
        aria-label={label}
        aria-keyshortcuts={toKeyName('search')}
        title={`${label} (${toKeyName('search')})`}
        autoComplete="off"
        spellCheck={false}
        leftSection={<SearchIcon size={18} />}
        rightSection={
          value !== '' && (
            <IconButton label="Clear the search" onClick={clear}>
              <CloseIcon size={16} />
            </IconButton>
          )
        }
      />
    </Block>
  );
}
