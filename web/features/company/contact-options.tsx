import { useEffect, useRef } from 'react';
import type { User } from '#contract/users.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { contactLimit } from './company.queries.ts';
import { toContactLabel } from './use-contact-select.ts';
import styles from './contact-select.module.css';

interface ContactOptionsProps {
  label: string;
  listId: string;
  options: readonly User[];
  activeIndex: number;
  chosenEmail: string;
  isPending: boolean;
  error: unknown;
  onChoose: (user: User) => void;
}

export function toOptionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The open list: its users, or the reason why it is empty. */
export function ContactOptions(props: ContactOptionsProps) {
  const { label, listId, options, activeIndex, chosenEmail, onChoose } = props;

  useEffect(() => {
    document.getElementById(toOptionId(listId, activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeIndex]);

  const dropdown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    dropdown.current?.scrollIntoView({ block: 'nearest' });
  }, [options.length]);

  return (
    // A mouse press must not blur the field, because that would close the list.
    <div ref={dropdown} className={styles.dropdown} role="presentation" onMouseDown={(event) => event.preventDefault()}>
      {options.length > 0 && (
        <div role="listbox" className={styles.list} id={listId} aria-label={label}>
          {options.map((user, index) => (
            <button
              type="button"
              key={user.id}
              id={toOptionId(listId, index)}
              role="option"
              tabIndex={-1}
              aria-selected={user.email === chosenEmail}
              data-active={index === activeIndex || undefined}
              className={styles.option}
              onClick={() => onChoose(user)}
            >
              {toContactLabel(user)}
            </button>
          ))}
        </div>
      )}
      <p
        role="status"
        className={options.length > 0 && options.length < contactLimit ? 'visually-hidden' : styles.words}
      >
        {getWords(props)}
      </p>
    </div>
  );
}

function getWords({ options, isPending, error }: ContactOptionsProps): string {
  if (isPending) return 'Searching…';
  if (error) return toErrorWords(error);
  if (options.length === 0) return 'No user matches this search.';
  if (options.length >= contactLimit) return `The first ${contactLimit} users. Type more to find others.`;
  return options.length === 1 ? '1 user' : `${options.length} users`;
}
