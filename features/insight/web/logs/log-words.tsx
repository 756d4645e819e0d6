import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { findSearchFault, maxSearchLength, toSearch } from '#contract/conversations/search-words.ts';
import { Row } from '#web/ui/layout/layout.tsx';
import styles from './logs.module.css';

interface LogWordsProps {
  /** The present search. */
  search: string;
  onSearch: (search: string) => void;
}

/** Words that the messages of a conversation contain. The key `/` leads here. */
export function LogWords({ search, onSearch }: LogWordsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ search, text: search });
  const [fault, setFault] = useState<string>();
  // Back and forward change what is searched.
  const text = typed.search === search ? typed.text : search;
  useSlash(input);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const searched = toSearch(text);
    const found = findSearchFault(searched);
    setFault(found);
    if (found === undefined) onSearch(searched);
  }

  return (
    <Row
      as="form"
      gap={2}
      align="start"
      wrap
      className={styles.words}
      role="search"
      aria-label="Search messages"
      onSubmit={submit}
    >
      <TextInput
        ref={input}
        type="search"
        aria-label="Words of messages"
        aria-keyshortcuts="/"
        placeholder='Search messages, e.g. invoice "not posted" -test'
        maxLength={maxSearchLength}
        value={text}
        error={fault}
        onChange={(event) => {
          setTyped({ search, text: event.currentTarget.value });
          setFault(undefined);
        }}
      />
      <Button type="submit" variant="default">
        Search
      </Button>
      {search !== '' && (
        <Button
          variant="subtle"
          onClick={() => {
            setTyped({ search: '', text: '' });
            setFault(undefined);
            onSearch('');
            input.current?.focus();
          }}
        >
          Clear search
        </Button>
      )}
    </Row>
  );
}

/** The key `/` focuses the input, except where it is typed. */
function useSlash(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyped =
        target instanceof Element &&
        target.closest('input, textarea, select, [contenteditable], dialog, [role=dialog]');
      if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
