import { TextInput } from '@mantine/core';
import { useRef, useState, type ClipboardEvent, type SubmitEvent } from 'react';
import { findSearchFault, maxSearchLength, toSearch } from '#contract/conversations/search-words.ts';
import { useFindById } from './use-find-by-id.ts';
import { LogSuggestions } from './log-suggestions.tsx';
import { CloseIcon } from '#web/ui/drawings/first-icons.tsx';
import { SearchIcon } from '#web/ui/drawings/icons.tsx';
import type { FilterOption } from '#web/ui/filters/filter-options.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toKeyName } from '#web/ui/keys/page-keys.ts';
import { usePageKey } from '#web/ui/keys/use-page-key.ts';
import { Block, Row } from '#web/ui/layout/layout.tsx';
import styles from './logs.module.css';

interface LogWordsProps {
  /** The present search. */
  search: string;
  /** Options of the filters of skills and users; undefined while they are loading. */
  skills: readonly FilterOption[] | undefined;
  users: readonly FilterOption[] | undefined;
  /** Called on focus, to load both. */
  onApproach: () => void;
  onSearch: (search: string) => void;
  /** Show the conversations of one option. */
  onSkill: (value: string) => void;
  onUser: (value: string) => void;
}

/**
 * One field for words of messages, the ID of a conversation or its beginning, and the names of skills and people. The key `/` leads here. An ID
 * that is pasted opens its conversation, whatever the filters are; one that is typed does with Enter.
 */
export function LogWords({ search, skills, users, onApproach, onSearch, onSkill, onUser }: LogWordsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ search, text: search });
  const [fault, setFault] = useState<string>();
  const { findById, isFinding } = useFindById();
  // Back and forward change what is searched.
  const text = typed.search === search ? typed.text : search;
  usePageKey('search', () => {
    input.current?.focus();
    input.current?.select();
  });

  function write(next: string) {
    setTyped({ search, text: next });
    setFault(undefined);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isFinding || (await findById(text))) return;
    const searched = toSearch(text);
    const found = findSearchFault(searched);
    setFault(found);
    if (found === undefined) onSearch(searched);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    if (text === '') void findById(event.clipboardData.getData('text'));
  }

  function clear() {
    setTyped({ search: '', text: '' });
    setFault(undefined);
    onSearch('');
    input.current?.focus();
  }

  return (
    <Block
      as="form"
      framing
      className={styles.words}
      role="search"
      aria-label="Search conversations"
      onSubmit={(event) => void submit(event)}
    >
      <TextInput
        ref={input}
        type="search"
        aria-label="Words, conversation ID or person"
        aria-keyshortcuts={toKeyName('search')}
        placeholder="Search..."
        title='Words of messages, e.g. invoice "not posted" -test; the ID of a conversation; a name or an address'
        maxLength={maxSearchLength}
        value={text}
        error={fault}
        onFocus={onApproach}
        onPaste={paste}
        onChange={(event) => write(event.currentTarget.value)}
        rightSectionWidth={search === '' ? 36 : 68}
        rightSection={
          <Row gap={1}>
            {search !== '' && (
              <IconButton label="Clear search" onClick={clear}>
                <CloseIcon size={16} />
              </IconButton>
            )}
            <IconButton label="Search" onClick={(event) => event.currentTarget.form?.requestSubmit()}>
              <SearchIcon size={16} />
            </IconButton>
          </Row>
        }
      />
      <LogSuggestions
        text={text === search ? '' : text}
        skills={skills}
        users={users}
        onSkill={(value) => {
          setTyped({ search: '', text: '' });
          onSkill(value);
        }}
        onUser={(value) => {
          setTyped({ search: '', text: '' });
          onUser(value);
        }}
      />
    </Block>
  );
}
