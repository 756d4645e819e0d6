import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { findSearchFault, maxSearchLength, toSearch } from '#contract/conversations/search-words.ts';
import { toKeyName } from '#web/ui/keys/page-keys.ts';
import { usePageKey } from '#web/ui/keys/use-page-key.ts';
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
  usePageKey('search', () => {
    input.current?.focus();
    input.current?.select();
  });

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
        aria-keyshortcuts={toKeyName('search')}
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
