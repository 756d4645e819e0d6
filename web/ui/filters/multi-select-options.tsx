import { Combobox } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { findOptions, toggleChoice, type FilterOption } from './filter-options.ts';
import { CheckIcon } from '../drawings/first-icons.tsx';
import { SearchIcon } from '../drawings/icons.tsx';
import { LinkButton } from '../link-button.tsx';
import { useComboboxStore } from '../use-combobox-store.ts';
import { Row, Text } from '../layout/layout.tsx';
import styles from '../menus.module.css';

/** The most options shown at once; the search finds the others. */
export const shownOptions = 100;

export interface MultiSelectOptionsProps {
  label: string;
  options: readonly FilterOption[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  noneLabel?: string | undefined;
  maxChosen: number;
  error?: string | undefined;
  onClose: () => void;
}

/** Search and list as an ARIA combobox: the focus stays in the search, the arrow keys move the active option. */
export function MultiSelectOptions(props: MultiSelectOptionsProps) {
  const { label, options, chosen, onChange, maxChosen, onClose } = props;
  const { store, activeId } = useComboboxStore({
    opened: true,
    onDropdownClose: (source) => {
      if (source === 'keyboard') onClose();
    },
  });
  const { selectFirstOption } = store;
  const search = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const found = findOptions(options ?? [], text);
  const shown = found.slice(0, shownOptions);
  const isLoaded = options !== undefined;

  useEffect(() => search.current?.focus(), []);
  useEffect(() => {
    selectFirstOption();
  }, [selectFirstOption, text, isLoaded]);

  function toggle(value: string) {
    if (chosen.length < maxChosen || chosen.includes(value)) onChange(toggleChoice(chosen, value));
  }

  return (
    <Combobox store={store} onOptionSubmit={toggle} classNames={{ options: styles.list, option: styles.option }}>
      <Row pad={[0, 3]} gap={2} rule="below" tone="faint" className={styles.search}>
        <SearchIcon size={16} />
        <Combobox.EventsTarget withAriaAttributes={false}>
          <input
            ref={search}
            role="combobox"
            aria-label={`Search ${label.toLowerCase()}`}
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            autoComplete="off"
            spellCheck={false}
            placeholder="Search..."
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
      </Row>
      <Combobox.Options id={listId} aria-label={label} aria-multiselectable="true" hidden={shown.length === 0}>
        {shown.map((option) => (
          <Option
            key={option.value}
            option={option}
            isChosen={chosen.includes(option.value)}
            isFull={chosen.length >= maxChosen}
          />
        ))}
      </Combobox.Options>
      <Row pad={[1, 3]} gap={3} justify="between" rule="above" size="sm" tone="faint" tall={2.5}>
        <p role="status">{getWords(props, found.length)}</p>
        {chosen.length > 0 && (
          <LinkButton
            onClick={() => {
              onChange([]);
              search.current?.focus();
            }}
          >
            Clear
          </LinkButton>
        )}
      </Row>
    </Combobox>
  );
}

interface OptionProps {
  option: FilterOption;
  isChosen: boolean;
  isFull: boolean;
}

/** Not `disabled` where no more can be chosen, because the arrow keys would skip it. */
function Option({ option, isChosen, isFull }: OptionProps) {
  return (
    <Combobox.Option value={option.value} aria-selected={isChosen} aria-disabled={(isFull && !isChosen) || undefined}>
      <span className={styles.box}>{isChosen && <CheckIcon size={14} />}</span>
      <Text as="span" breaks="anywhere" shrink>
        <bdi>{option.label}</bdi>
        {option.detail && (
          <Text as="span" size="sm" tone="faint" lines={3}>
            {option.detail}
          </Text>
        )}
      </Text>
    </Combobox.Option>
  );
}

function getWords({ options, chosen, noneLabel, maxChosen, error }: MultiSelectOptionsProps, found: number): string {
  if (!options) return error ?? 'Loading…';
  if (chosen.length >= maxChosen) return `You can select at most ${maxChosen}.`;
  if (found === 0) return options.length === 0 ? 'No options yet.' : 'No matches.';
  if (found > shownOptions) return `Showing the first ${shownOptions} of ${found}. Type to find others.`;
  if (chosen.length > 0) return `${chosen.length} selected`;
  return `No selection – showing ${noneLabel === undefined ? 'all' : `the ${noneLabel.toLowerCase()} ones`}`;
}
