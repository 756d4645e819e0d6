import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { findOptions, toggleChoice } from './filter-options.ts';
import type { FilterOption } from './filter-options.ts';
import { CheckIcon, SearchIcon } from '../drawings/icons.tsx';
import styles from './multi-select-filter.module.css';

/** The most options shown at once; the search finds the others. */
export const shownOptions = 100;

interface MultiSelectOptionsProps {
  label: string;
  options: readonly FilterOption[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  maxChosen: number;
  error: string | undefined;
  onClose: () => void;
}

/** Search and list as an ARIA combobox: the focus stays in the search, the arrow keys move the active option. */
export function MultiSelectOptions(props: MultiSelectOptionsProps) {
  const { label, options, chosen, onChange, maxChosen, onClose } = props;
  const listId = useId();
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const found = findOptions(options ?? [], text);
  const shown = found.slice(0, shownOptions);
  const search = useRef<HTMLInputElement>(null);
  const toOptionId = (index: number) => `${listId}-${index}`;
  const isFull = chosen.length >= maxChosen;

  useEffect(() => search.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeIndex]);

  function toggle(value: string) {
    if (!isFull || chosen.includes(value)) onChange(toggleChoice(chosen, value));
  }

  function pressKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: activeIndex + 1, ArrowUp: activeIndex - 1 };
    const next = steps[event.key];
    const active = shown[activeIndex];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && active) toggle(active.value);
    else if (next !== undefined && shown.length > 0) setActiveIndex((next + shown.length) % shown.length);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className={styles.search}>
        <SearchIcon size={16} />
        <input
          ref={search}
          role="combobox"
          aria-label={`Search ${label.toLowerCase()}`}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeIndex in shown ? toOptionId(activeIndex) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search..."
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActiveIndex(0);
          }}
          onKeyDown={pressKey}
        />
      </div>
      {/* Keeps the focus in the search while an option is pressed. */}
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        className={styles.list}
        hidden={shown.length === 0}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.map((option, index) => (
          <Option
            key={option.value}
            id={toOptionId(index)}
            option={option}
            isChosen={chosen.includes(option.value)}
            isActive={index === activeIndex}
            isDisabled={isFull && !chosen.includes(option.value)}
            onToggle={toggle}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <p role="status">{getWords(props, found.length)}</p>
        {chosen.length > 0 && (
          <button
            type="button"
            className={styles.clear}
            onClick={() => {
              onChange([]);
              search.current?.focus();
            }}
          >
            Clear
          </button>
        )}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  option: FilterOption;
  isChosen: boolean;
  isActive: boolean;
  isDisabled: boolean;
  onToggle: (value: string) => void;
}

function Option({ id, option, isChosen, isActive, isDisabled, onToggle }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={isDisabled || undefined}
      data-active={isActive || undefined}
      className={styles.option}
      onClick={() => onToggle(option.value)}
    >
      <span className={styles.box}>{isChosen && <CheckIcon size={14} />}</span>
      <span className={styles.words}>
        <bdi>{option.label}</bdi>
        {option.detail && <span className={styles.detail}>{option.detail}</span>}
      </span>
    </button>
  );
}

function getWords({ options, chosen, maxChosen, error }: MultiSelectOptionsProps, found: number): string {
  if (!options) return error ?? 'Loading…';
  if (chosen.length >= maxChosen) return `At most ${maxChosen} can be chosen.`;
  if (found === 0) return options.length === 0 ? 'Nothing to choose from yet.' : 'Nothing matches this search.';
  if (found > shownOptions) return `The first ${shownOptions} of ${found}. Type to find others.`;
  return chosen.length === 0 ? 'None chosen: all are shown.' : `${chosen.length} chosen`;
}
